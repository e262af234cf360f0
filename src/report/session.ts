/** One session's detail, made from what is stored and what was scored. Pure: the audio is handed in. */
import type { TimelineLine, TrackManifest } from '../recording/model.js';
import type { CompiledScene } from '../scenario/model.js';
import type { SessionCommand, SessionEvent } from '../schedule/events.js';
import type { HealthFigures, PlacedTurn, SessionScore } from '../score/model.js';
import type { TimelineAudio } from '../time/audio.js';
import { rigPos, samplesToMs, type RigPos, type Span } from '../time/position.js';
import type { Block, Lane, Mark, ReportAudio, ReportSession } from './model.js';
import { peaksOf } from './peaks.js';

/** A recorded track with everything the report needs of it. */
export interface ReportTrack {
  readonly manifest: TrackManifest;
  readonly audio: TimelineAudio;
  readonly playable: ReportAudio;
}

export interface ReportSessionInput {
  readonly scene: CompiledScene;
  readonly score: SessionScore;
  readonly health: HealthFigures;
  readonly timeline: readonly TimelineLine[];
  readonly tracks: readonly ReportTrack[];
}

/** Foreign text is cut to this many characters: a transcript is a hint here, not a document. */
const MARK_TEXT_LIMIT = 400;

export function reportSession(input: ReportSessionInput): ReportSession {
  const { scene, score } = input;
  return {
    attempt: score.attempt,
    session: score.session,
    scene: score.scene,
    title: `${scene.title} · ${score.agent}`,
    agent: score.agent,
    outcome: score.outcome,
    reason: score.reason,
    span: score.span,
    lanes: [...humanLanes(scene, score, input.tracks), ...agentLanes(score, input.tracks)],
    audio: input.tracks.map((track) => track.playable),
    marks: input.timeline.flatMap(markOf),
    windows: score.windows,
    turns: scene.turns.flatMap((turn) => {
      const placed = score.turns.find((found) => found.turn === turn.id);
      return placed === undefined
        ? []
        : [{ id: turn.id, label: turn.label, speaker: turn.speaker, text: turn.text, from: placed.start, to: placed.end }];
    }),
    health: input.health,
  };
}

/** A lane a speaker. On a shared microphone the waveform is shown on the lane of whoever's turn it is. */
function humanLanes(scene: CompiledScene, score: SessionScore, tracks: readonly ReportTrack[]): Lane[] {
  return scene.speakers.flatMap((speaker) => {
    const track = tracks.find(({ manifest }) => manifest.owner.kind === 'human' && manifest.owner.speakers.includes(speaker.id));
    if (track === undefined) return [];
    const shared = track.manifest.owner.kind === 'human' && track.manifest.owner.speakers.length > 1;
    const turns = score.turns.filter((turn) => turn.speaker === speaker.id);
    const own = turns.map(({ start, end }): Span => ({ from: start, to: end }));
    return [
      {
        id: `speaker-${speaker.id}`,
        kind: 'human' as const,
        name: speaker.name,
        audio: track.manifest.id,
        peaks: peaksOf(track.audio, shared ? own : undefined),
        blocks: [...turns.flatMap((turn) => turnBlocks(scene, turn)), ...holeBlocks(track.audio)],
      },
    ];
  });
}

function turnBlocks(scene: CompiledScene, placed: PlacedTurn): Block[] {
  const turn = scene.turns.find((found) => found.id === placed.turn);
  const label = turn === undefined || turn.label === 'user' ? '' : `${turn.label}: `;
  return [
    { kind: 'turn', from: placed.start, to: placed.end, label: `${label}${turn?.text ?? placed.turn}` },
    ...placed.parts.map((part): Block => ({ kind: 'part', from: part.from, to: part.to, label: '' })),
  ];
}

function agentLanes(score: SessionScore, tracks: readonly ReportTrack[]): Lane[] {
  const agents = tracks.filter(({ manifest }) => manifest.owner.kind === 'agent');
  return agents.map(({ manifest, audio }) => {
    const ours = <T extends { readonly track: string }>(found: readonly T[]): readonly T[] =>
      found.filter((one) => one.track === manifest.id);
    return {
      id: `track-${manifest.id}`,
      kind: 'agent' as const,
      name: agents.length > 1 ? `${score.agent} (${manifest.name || manifest.id})` : score.agent,
      audio: manifest.id,
      peaks: peaksOf(audio),
      blocks: [
        ...ours(score.speech.segments).map(({ from, to }): Block => ({ kind: 'speech', from, to, label: '' })),
        ...ours(score.speech.blips).map(({ from, to }): Block => ({ kind: 'blip', from, to, label: '' })),
        ...holeBlocks(audio),
      ],
    };
  });
}

function holeBlocks(audio: TimelineAudio): Block[] {
  return audio.holes.filter((hole) => hole.kind === 'unknown').map(({ from, to }): Block => ({ kind: 'hole', from, to, label: '' }));
}

function markOf(line: TimelineLine): Mark[] {
  return line.kind === 'event' ? eventMark(line) : commandMark(line.command);
}

function eventMark(event: SessionEvent): Mark[] {
  const mark = (kind: Mark['kind'], text: string, at: RigPos = event.at): Mark[] => [{ at, kind, text: text.slice(0, MARK_TEXT_LIMIT) }];
  switch (event.type) {
    case 'reported':
      // An agent's own words come once a segment, whatever it calls them; what it heard comes again and again until it is final.
      return mark(event.what, event.what === 'user-transcript' && event.final === false ? `${event.text} …` : event.text);
    case 'rig-trouble':
      return mark('trouble', `${event.what}: ${event.detail}`);
    case 'agent-joined':
      return mark('schedule', `agent joined (${event.identity})`);
    case 'agent-track-muted':
      return mark('schedule', `agent track ${event.track} ${event.muted ? 'muted' : 'unmuted'}`);
    case 'agent-left':
      return mark('schedule', `agent left (${event.reason})`);
    case 'agent-speech-on':
      return mark('schedule', `live ear: agent speech since ${seconds(event.since)}`);
    case 'agent-speech-off':
      return mark('schedule', `live ear: agent silent since ${seconds(event.since)}`);
    default:
      return [];
  }
}

function commandMark(command: SessionCommand): Mark[] {
  switch (command.type) {
    case 'play':
      return [{ at: command.at, kind: 'schedule', text: `play ${command.turn}: ${command.because}` }];
    case 'mark':
      return [{ at: command.at, kind: 'schedule', text: command.turn === undefined ? command.mark : `${command.mark} (${command.turn})` }];
    case 'skip':
    case 'wake':
    case 'finish':
      return [];
  }
}

function seconds(at: RigPos): string {
  return `${(samplesToMs(rigPos(at)) / 1000).toFixed(3)} s`;
}
