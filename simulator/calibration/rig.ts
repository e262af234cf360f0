/** The process that carries one session of a calibration, so that no native library can lose the others (design.md, rule 8). */
import { messageOf, TurnrigError } from '../../src/error.js';
import { spokenVoice } from '../../agent/reference/spoken-voice.js';
import { voicedIn } from '../../agent/reference/senders/push-log.js';
import { mediaFirst } from '../priority.js';
import { toPcm16 } from '../speaker/voice.js';
import type { LabelledClip } from './compare.js';
import type { FromRig, Job, JobResult, ToRig } from './job.js';
import { runLiveJob } from './live-job.js';
import { runMemoryJob } from './memory-job.js';

const abort = new AbortController();

function say(message: FromRig): void {
  if (process.connected) process.send?.(message, () => undefined);
}

/** The caller's voice; the agent has another one. */
async function callersClip(): Promise<LabelledClip> {
  const samples = await spokenVoice('awb');
  const voiced = voicedIn(toPcm16(samples));
  if (voiced === undefined) throw new TurnrigError('internal', "the caller's voice is silent");
  return { samples, from: voiced.first, to: voiced.last + 1 };
}

async function run(job: Job): Promise<JobResult> {
  const clip = await callersClip();
  const common = { job, clip, progress: (done: number) => say({ type: 'progress', done }), signal: abort.signal };
  return job.access === undefined ? runMemoryJob(common) : runLiveJob({ ...common, access: job.access });
}

mediaFirst();
process.on('message', (message: ToRig) => {
  if (message.type === 'stop') abort.abort();
  else
    void run(message.job).then(
      (result) => say({ type: 'result', result }),
      (error: unknown) => {
        const { code, hint } = error instanceof TurnrigError ? error : { code: 'internal', hint: '' };
        say({ type: 'failed', message: messageOf(error), code, hint });
      },
    );
});
process.on('SIGINT', () => undefined);
// The command is gone: nobody wants the result.
process.on('disconnect', () => {
  abort.abort();
  setTimeout(() => process.exit(0), GOODBYE_MS).unref();
});
const GOODBYE_MS = 5_000;
