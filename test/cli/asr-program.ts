/** An ASR of a test's own as a process, for --asr-cmd. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An ASR that hears `text` in everything, or does what `body` says. */
export async function asrProgram(dir: string, body: string): Promise<string> {
  const path = join(dir, `asr-${body.length}-${Buffer.from(body).toString('hex').slice(-12)}.mjs`);
  await writeFile(
    path,
    `import { createInterface } from 'node:readline';
     createInterface({ input: process.stdin }).on('line', (line) => {
       const ask = JSON.parse(line);
       const say = (answer) => process.stdout.write(JSON.stringify({ id: ask.id, ...answer }) + '\\n');
       if (ask.type === 'hello') return say({ name: 'test', version: '1' });
       ${body}
     });`,
  );
  return `'${process.execPath}' '${path}'`;
}
