/** The agents under test: started when turnrig starts them, and told how each session reaches them. */
import { join } from 'node:path';
import { AccessToken } from 'livekit-server-sdk';
import { TurnrigError } from '../../error.js';
import type { AgentDescription } from '../../recording/model.js';
import type { CompiledScene } from '../../scenario/model.js';
import { startAgentCommand, type AgentCommand } from '../../../agent/command/agent-command.js';
import { historyMetadata, type HistoryMessage } from '../../../agent/livekit/history.js';
import { presetOf, presetSettings } from '../../../agent/livekit/presets.js';
import { sceneScript } from '../../../agent/livekit/scene-script.js';
import { settingsOf } from '../../../agent/reference/catalogue.js';
import { startWorker, type AgentWorker } from '../../../agent/livekit/start-worker.js';
import type { AgentWay } from '../../../simulator/transport/transport.js';
import type { AgentSpec } from '../agent-spec.js';
import type { LivekitAccess } from './room-keeper.js';

/** What the manifest says of an agent before it has been seen. */
export function describeAgent(spec: AgentSpec, command: string | undefined): AgentDescription {
  if (spec.kind === 'preset')
    return {
      name: spec.label,
      way: 'preset',
      settings: { preset: spec.preset, ...presetSettings(presetOf(spec.preset, spec.stt, spec.tuning)) },
      reported: {},
    };
  // A command line may hold secrets: that there is one is kept, not what it is.
  const started = spec.described !== 'reference' && command !== undefined;
  if (started) return { name: spec.label, way: 'command', settings: waySettings(spec.way), reported: {} };
  return { name: spec.label, way: spec.described, settings: waySettings(spec.way), reported: {} };
}

function waySettings(way: AgentWay): AgentDescription['settings'] {
  switch (way.kind) {
    case 'dispatch':
      return { joins: 'by name', agentName: way.agentName };
    case 'automatic':
      return { joins: 'by automatic dispatch' };
    case 'wait':
      return { joins: 'by itself' };
    case 'reference':
      return settingsOf(way.behaviour);
  }
}

/** How a session reaches an agent, and the process group whose CPU use belongs to it. */
export interface ReadyAgent {
  readonly way: AgentWay;
  readonly agentGroup: number | undefined;
  /** Ends what was started for this session alone. */
  readonly release?: () => Promise<void>;
}

/** A session as its agent is to find it. */
export interface SessionPlace {
  readonly scene: CompiledScene;
  readonly room: string;
  readonly attempt: string;
}

interface Running {
  readonly process: AgentWorker | AgentCommand;
  gone: boolean;
}

export class Agents {
  readonly #running = new Map<string, Running>();
  readonly #forRooms = new Set<() => Promise<void>>();

  /** @param logs folder for the logs of what is started. */
  constructor(
    private readonly specs: readonly AgentSpec[],
    private readonly command: string | undefined,
    private readonly logs: string,
    /** Variables that the command gets beside the room's. */
    private readonly commandEnv: Readonly<Record<string, string>> = {},
    /** What came before the scene, for agents that are told of it in their job's metadata. */
    private readonly history: readonly HistoryMessage[] = [],
  ) {}

  /**
   * Makes an agent ready for a session: starts its worker or command when there is none, or when it has died. A command whose agent
   * joins by itself (`wait`) is started for each session, with that room and a token for it alone.
   * @throws TurnrigError `agent-start`, `missing`.
   */
  async ready(label: string, place: SessionPlace, access: LivekitAccess | undefined): Promise<ReadyAgent> {
    const spec = this.specs.find((one) => one.label === label);
    if (spec === undefined) throw new TurnrigError('internal', `no agent ${label} was given`);
    if (spec.kind === 'join' && (this.command === undefined || spec.described === 'reference'))
      return { way: this.#told(spec.way), agentGroup: undefined };
    if (access === undefined)
      throw new TurnrigError('input', `the agent ${label} needs a room server; in memory there are reference agents only.`);
    if (spec.kind === 'join' && spec.way.kind === 'wait') return this.#forOneRoom(spec, place, access);
    const { process } = await this.#process(spec, access);
    if (spec.kind === 'join') return { way: this.#told(spec.way), agentGroup: process.pid };
    if (!('agentName' in process)) throw new TurnrigError('internal', `the agent ${label} is no worker`);
    return {
      way: { kind: 'dispatch', agentName: process.agentName, metadata: sceneScript(place.scene, this.history) },
      agentGroup: process.pid,
    };
  }

  /** A worker that is asked for by name gets the history as its job's metadata; others have no such place. */
  #told(way: AgentWay): AgentWay {
    return way.kind === 'dispatch' && this.history.length > 0 ? { ...way, metadata: historyMetadata(this.history) } : way;
  }

  async #forOneRoom(spec: AgentSpec & { readonly kind: 'join' }, place: SessionPlace, access: LivekitAccess): Promise<ReadyAgent> {
    const token = new AccessToken(access.apiKey, access.apiSecret, { identity: `${spec.label}-${place.attempt}`, ttl: '2h' });
    token.addGrant({
      room: place.room,
      roomJoin: true,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canUpdateOwnMetadata: true,
    });
    const process = await startAgentCommand({
      command: this.command ?? '',
      env: this.#environment(),
      url: access.url,
      room: { name: place.room, token: await token.toJwt() },
      logFile: this.#logFile(`${spec.label}-${place.attempt}`),
    });
    const release = async (): Promise<void> => {
      await process.stop();
      this.#forRooms.delete(release);
    };
    this.#forRooms.add(release);
    return { way: spec.way, agentGroup: process.pid, release };
  }

  /** What a command inherits. */
  #environment(): Readonly<Record<string, string | undefined>> {
    return { ...process.env, ...this.commandEnv };
  }

  #logFile(name: string): string {
    return join(this.logs, `${name.replace(/[^\w.-]/g, '_')}.log`);
  }

  async #process(spec: AgentSpec, access: LivekitAccess): Promise<Running> {
    const known = this.#running.get(spec.label);
    if (known !== undefined && !known.gone) return known;
    const logFile = this.#logFile(spec.label);
    const process =
      spec.kind === 'preset'
        ? await startWorker({
            preset: spec.preset,
            ...(spec.stt === undefined ? {} : { stt: spec.stt }),
            ...(spec.tuning === undefined ? {} : { tuning: spec.tuning }),
            url: access.url,
            apiKey: access.apiKey,
            apiSecret: access.apiSecret,
            logFile,
          })
        : await startAgentCommand({
            command: this.command ?? '',
            env: this.#environment(),
            url: access.url,
            apiKey: access.apiKey,
            apiSecret: access.apiSecret,
            logFile,
          });
    const running: Running = { process, gone: false };
    void process.exited.then(() => (running.gone = true));
    this.#running.set(spec.label, running);
    return running;
  }

  /** Ends everything that was started; resolves when it has ended. */
  async stop(): Promise<void> {
    await Promise.all([
      ...[...this.#running.values()].map(({ process }) => process.stop()),
      ...[...this.#forRooms].map((release) => release()),
    ]);
    this.#running.clear();
  }
}
