/** A process that takes the lock of a run folder when it is told to, and gives it back when it is told to. */
import { TurnrigError } from '../../src/error.js';
import { lockRun } from '../../simulator/store/lock.js';

export type LockOrder = { readonly take: string } | 'give back';
/** Anything else is a failure in words. */
export type LockAnswer = 'got it' | 'refused' | 'gave it back';

let release: (() => Promise<void>) | undefined;

async function obey(order: LockOrder): Promise<string> {
  if (order === 'give back') {
    await release?.();
    return 'gave it back' satisfies LockAnswer;
  }
  try {
    release = await lockRun(order.take);
    return 'got it' satisfies LockAnswer;
  } catch (error) {
    return error instanceof TurnrigError && error.code === 'run-folder' ? ('refused' satisfies LockAnswer) : String(error);
  }
}

process.on('message', (order) => void obey(order as LockOrder).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
