/**
 * One session of the agent: what the framework runs in a job process for each room.
 *
 * A real AgentSession; stand-ins are what listens for words and what thinks of answers, and both say so in the settings that
 * the agent reports as its attributes.
 */
import { defineAgent, inference, llm, log, voice, type stt } from '@livekit/agents';
import { fliteTts } from '../../simulator/speech/flite.js';
import { ALL_ANSWERS, FALLBACK } from './answers.js';
import { workerSettings } from './environment.js';
import { Moonshine } from './moonshine/model.js';
import { MoonshineStt } from './moonshine/stt.js';
import { presetSettings } from './presets.js';
import { WARM_LINE } from './protocol.js';
import { agentClips, recordedTts } from './recorded-tts.js';
import { RuleLlm } from './rule-llm.js';
import { readSceneScript } from './scene-script.js';
import { ScriptedStt } from './scripted-stt.js';
import { VoiceTts } from './voice-tts.js';
import { Voice } from './voice.js';

/** The settings come as attributes of the agent with this prefix. */
const ATTRIBUTE_PREFIX = 'turnrig.';
/** The voice of flite that comes closest to that of the recordings, for what was not recorded. */
const OTHER_VOICE = 'slt';

interface Warm {
  readonly voice: Voice;
  readonly moonshine: Moonshine | undefined;
}

/** What prewarm made, kept in the job process; made on the spot when there was no prewarm. */
let warm: Promise<Warm> | undefined;

async function warmUp(): Promise<Warm> {
  const { preset } = workerSettings(process.env);
  const lines = new Map(ALL_ANSWERS.map((answer) => [answer.say, answer.clip]));
  const spoken = new Voice(recordedTts(agentClips(), lines, fliteTts()), OTHER_VOICE, 'en');
  // Only the decoder has to be warm: decoding a line takes less than the time to the first audio. Every job process does this
  // while another session plays, so it must not do more than it needs.
  await spoken.line(FALLBACK.say);
  const moonshine = preset.stt === 'moonshine' ? await Moonshine.load() : undefined;
  // The first call of a model is slow.
  await moonshine?.transcribe(new Float32Array(16_000));
  return { voice: spoken, moonshine };
}

export default defineAgent({
  prewarm: async () => {
    await (warm ??= warmUp());
    process.stdout.write(`${WARM_LINE}\n`);
  },

  entry: async (context) => {
    const { preset } = workerSettings(process.env);
    const { voice: spoken, moonshine } = await (warm ??= warmUp());
    let listener: stt.STT | undefined;
    const script = readSceneScript(context.job.metadata);
    if (preset.stt === 'scripted') listener = new ScriptedStt(script);
    else if (moonshine !== undefined) listener = new MoonshineStt(moonshine);

    const session = new voice.AgentSession({
      vad: new inference.VAD({ minSilenceDuration: preset.vadMinSilence }),
      llm: new RuleLlm(preset.firstToken),
      tts: new VoiceTts(spoken, preset.firstAudio),
      ...(listener === undefined ? {} : { stt: listener }),
      // By default nobody can interrupt the agent's first 3 s.
      aecWarmupDuration: 0,
      turnHandling: {
        // Left out, the version is chosen by where the session runs, and may be the cloud's.
        turnDetection: preset.turnDetection === 'vad' ? 'vad' : new inference.TurnDetector({ version: 'v1-mini' }),
        endpointing: { mode: 'fixed', minDelay: preset.minDelay, maxDelay: preset.maxDelay },
        interruption: { mode: 'vad', minDuration: preset.interruptAfter },
      },
    });
    session.on(voice.AgentSessionEventTypes.EotPrediction, ({ probability, threshold, inferenceDurationMs }) =>
      log().info({ probability, threshold, inferenceDurationMs }, 'end-of-turn prediction'),
    );
    session.on(voice.AgentSessionEventTypes.Close, () => context.shutdown('session closed'));
    const chatCtx = llm.ChatContext.empty();
    for (const message of script?.history ?? []) chatCtx.addMessage(message);
    const agent = new voice.Agent({ instructions: 'Answer in one sentence.', chatCtx });
    await session.start({ agent, room: context.room, record: false });
    await context.connect();
    const told = script?.history === undefined ? {} : { historyMessages: script.history.length };
    await context.room.localParticipant?.setAttributes(attributes({ ...presetSettings(preset), ...told }));
  },
});

function attributes(settings: Readonly<Record<string, string | number | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [ATTRIBUTE_PREFIX + name, String(value)]));
}
