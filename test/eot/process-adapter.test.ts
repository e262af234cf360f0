import { describe, expect, it } from 'vitest';
import { isStreaming } from '../../src/eot/adapter.js';
import { loadAdapter } from '../../simulator/eot/adapters/load.js';
import { never, optionsOf, predict, rowsOf, usePlace } from './predict-support.js';

usePlace();

describe('a process as adapter', { timeout: 120_000 }, () => {
  const node = (script: string): string => `process:${process.execPath} -e '${script}'`;
  const answering = (body: string): string =>
    node(
      `require("node:readline").createInterface({input:process.stdin}).on("line",(l)=>{const q=JSON.parse(l);const say=(a)=>console.log(JSON.stringify({id:q.id,...a}));if(q.type==="hello")return say({adapter_id:"node"});${body}})`,
    );
  it('answers batches, as the Python example does', async () => {
    const { written } = await predict('process:python3 examples/eot_adapter.py', optionsOf('python'));
    const rows = await rowsOf(written.find((path) => path.includes('/en/'))!);
    expect(rows.slice(0, 5).map((row) => row.split(' ')[3])).toEqual(['0.1', '0.1', '0.1', '0.9', '0.9']);
  });
  it('answers turns', async () => {
    const spec = answering('say({events:[{timestamp:q.turn.silence_spans[0].start,p_eot:0.25,kind:"x"}]})');
    const { adapter } = await loadAdapter(spec, 5000);
    if (!isStreaming(adapter)) throw new Error('no streaming adapter');
    const row = {
      id: 't',
      language: 'en',
      messages: [],
      words: [],
      silenceSpans: [{ start: 1, end: 2 }],
      audio: { samples: new Float32Array(3), rate: 8000 },
    };
    expect(await adapter.predictTurn(row, { inferenceInterval: 0.1, signal: never })).toEqual({
      events: [{ timestamp: 1, p: 0.25, more: { kind: 'x' } }],
    });
    await adapter.close?.();
  });
  it.each([
    [
      'dies',
      'process.stderr.write("out of memory");process.exit(3)',
      "the adapter's process failed: it ended (exit code 3): out of memory",
    ],
    ['says it cannot', 'say({error:"no such voice"})', 'the adapter says: no such voice'],
    ['writes what is no JSON', 'console.log("loading...")', 'it wrote what is no JSON line: loading...'],
    ['answers nothing', '', 'did not answer within 0.4 s'],
    ['answers no list', 'say({scores:3})', 'without a list of scores'],
  ])('that %s gives one message', async (_, body, message) => {
    await expect(
      predict(answering(body), optionsOf(`process-${_.replaceAll(' ', '')}`), { timeoutMs: 400 * (_ === 'answers nothing' ? 1 : 50) }),
    ).rejects.toThrow(message);
  });
  it('that cannot start gives one message', async () => {
    await expect(loadAdapter('process:/no/such/program', 5000)).rejects.toThrow("the adapter's process failed: it ended (exit code 127)");
    await expect(loadAdapter(node('console.log("{}")'), 5000)).rejects.toThrow('it answered a request that was not made: {}');
  });
});
