/** From a sender's log to the instants at which its bursts began and ended. */
import { directFrames } from './direct.js';
import { readLog, type Truth } from './format.js';
import { edgesOf, NS_PER_MS } from './left.js';
import { queuedFrames } from './queue.js';

/** @throws Error when the text is no log, or a queue's clock cannot be read from it. */
export function truthOf(text: string): Truth {
  const { sender, lines } = readLog(text);
  const frames = sender.queueMs > 0 ? queuedFrames(lines) : directFrames(sender, lines);
  return {
    sender: sender.name,
    edges: edgesOf(frames, sender.rate),
    pushes: lines.filter(({ type }) => type === 'push').length,
    maxLateMs: frames.reduce((worst, { lateNs }) => Math.max(worst, lateNs), 0) / NS_PER_MS,
  };
}
