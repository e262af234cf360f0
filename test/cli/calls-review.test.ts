/** `turnrig calls review` as a user runs it: the built binary, from the address that it prints to Ctrl-C. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { callFolders } from './call-folders.js';
import { noStack, start, turnrig, type Running } from './turnrig.js';

vi.setConfig({ testTimeout: 240_000 });

const { root, folder } = callFolders();
const elsewhere = mkdtempSync(join(tmpdir(), 'turnrig-review-cli-'));
afterAll(() => {
  for (const dir of [root, elsewhere]) rmSync(dir, { recursive: true, force: true });
});

/** The address, once it is printed. */
function addressOf({ process: child, done }: Running): Promise<URL> {
  return new Promise((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (piece: Buffer) => {
      out += piece.toString('utf8');
      if (out.includes('\n')) resolve(new URL(out.trim()));
    });
    void done.then(({ err }) => reject(new Error(err)));
  });
}

describe('calls review', () => {
  it('serves the page, keeps every label, ends by Ctrl-C and goes on from there', async () => {
    const dir = folder();
    const first = start(['calls', 'review', dir, '--no-open', '--annotator', 'anna']);
    const url = await addressOf(first);
    expect(await (await fetch(url)).text()).toContain('<script src="page.js">');
    expect(await (await fetch(new URL('page.js', url))).text()).toContain('items/');
    expect((await fetch(new URL('/', url))).status).toBe(403);
    for (const [i, reason] of ['mid_turn_pause', 'completed_turn'].entries()) {
      expect((await fetch(new URL(`items/${i}`, url))).status).toBe(200);
      const body = JSON.stringify({ reason, confidence: 'high' });
      expect((await fetch(new URL(`items/${i}/label`, url), { method: 'POST', body })).status).toBe(200);
    }
    first.process.kill('SIGINT');
    const ran = await first.done;
    expect(ran.code).toBe(0);
    expect(ran.err).toContain('2 of 3 pauses labelled, all of it saved');
    noStack(ran);
    const own = join(dir, 'review-anna');
    expect(existsSync(join(own, 'lock.json'))).toBe(false);
    const valid = await turnrig('calls', 'validate', own, '--json');
    expect(valid.code).toBe(0);
    expect(JSON.parse(valid.out)).toMatchObject({ ok: true, recordings: 1, rows: { 'eot_labels.csv': 2, 'user_turns.csv': 2 } });
    const points = JSON.parse((await turnrig('calls', 'points', own, '--json')).out) as { points: object[] };
    expect(points.points).toMatchObject([
      { decisionMs: 5_200, canReply: false },
      { decisionMs: 7_300, canReply: true },
    ]);
    // Labels of his agree with the source's, on the two points that he has.
    const agreed = await turnrig('calls', 'agree', join(dir, 'eot_labels.csv'), join(own, 'eot_labels.csv'), '--json');
    expect(JSON.parse(agreed.out)).toMatchObject({ pairs: [{ common: 2 }], conflicts: [] });
    const second = start(['calls', 'review', dir, '--no-open', '--annotator', 'anna']);
    const again = await addressOf(second);
    expect(again.pathname).not.toBe(url.pathname);
    expect(await (await fetch(new URL('start', again))).json()).toEqual({ annotator: 'anna', at: 2 });
    const taken = await turnrig('calls', 'review', dir, '--no-open', '--annotator', 'anna');
    expect(taken.code).toBe(2);
    expect(taken.err).toContain('another turnrig is writing');
    second.process.kill('SIGTERM');
    expect((await second.done).code).toBe(0);
  });

  it('one clear message for what cannot be reviewed', async () => {
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const port = String((busy.address() as AddressInfo).port);
    const cases: readonly [string, readonly string[], string][] = [
      [join(root, 'nowhere'), [], `there is no folder ${join(root, 'nowhere')}`],
      [folder({ companion: 'version: 1\nlanguage: zh\ncalls: { demo: {} }\n' }), [], 'calls.yaml names no recording of its 3 points'],
      [folder({ companion: 'version: 1\nlanguage: zh\ncalls: { demo: { recording: gone.wav } }\n' }), [], 'there is no file'],
      [folder(), ['--annotator', '../anna'], 'cannot name somebody'],
      [folder(), ['--annotator', 'draft'], 'cannot name somebody'],
      [folder(), ['--port', '70000'], 'a whole number from 0 to 65535'],
      [folder(), ['--port', port], `the port ${port} cannot be had`],
    ];
    for (const [dir, args, told] of cases) {
      const ran = await turnrig('calls', 'review', dir, '--no-open', ...args);
      expect(ran).toMatchObject({ code: 2, out: '' });
      expect(ran.err).toContain(told);
      noStack(ran);
    }
    await new Promise((resolve) => busy.close(resolve));
  });
});
