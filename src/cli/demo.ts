/** `turnrig demo`: the main job in one command. Both presets of a real worker, in a real room, on the suite `quickstart`. */
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { processConsole } from './console.js';
import { packageRoot } from './paths.js';
import { run } from './run.js';

/** What the demo's reader must know to read its table honestly (facts.md, "The demo's contrast, tried"). */
const NOTES = [
  'Both agents have the same endpointing settings (300 to 2500 ms) and the same pipeline; only the turn detection differs. Speech recognition is scripted: the agent is told the words, and decides by itself when to speak.',
  'Some texts were chosen after seeing how the detector behaves on them; turns on which turn-detector fails are kept in.',
];

export function registerDemo(command: Command): void {
  command
    .option('--quick', 'a shorter selection, at most 90 s', false)
    .option('--out <folder>', 'run folder to make')
    .option('--no-calibrate', 'do not measure the rig first when nothing fresh is stored: latencies are then not judged')
    .option('--json', 'print one JSON object (shape: docs/cli.md)', false)
    .action(async (options: { readonly quick: boolean; readonly out?: string; readonly json: boolean; readonly calibrate: boolean }) => {
      const suite = fileURLToPath(new URL(options.quick ? 'scenarios/quickstart-quick.yaml' : 'scenarios/quickstart.yaml', packageRoot()));
      const console = processConsole();
      const code = await run(
        [suite],
        {
          agent: ['preset:vad-only', 'preset:turn-detector'],
          scene: [],
          seed: 1,
          memory: false,
          calibrate: options.calibrate,
          report: true,
          json: options.json,
          notes: NOTES,
          ...(options.out === undefined ? {} : { out: options.out }),
        },
        console,
      );
      // A demo in which agents fail expectations has shown what it is for; only what kept it from measuring is an error.
      process.exitCode = code === 1 ? 0 : code;
    });
}
