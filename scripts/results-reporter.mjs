// A vitest reporter that leaves its counts where TURNRIG_TEST_RESULTS points, so that .ci/run can add them up.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export default class ResultsReporter {
  onTestRunEnd(modules) {
    const folder = process.env.TURNRIG_TEST_RESULTS;
    if (!folder) return;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // A file that could not even be collected is a failure although no test of it ran.
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state in counts) counts[state] += 1;
      }
    }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(counts));
  }
}
