import { expect, test } from 'vitest';
import { ortMessage } from '../../src/vad/ort-message.js';

test.each([
  ["Load model from /a b/m.onnx failed:Load model /a b/m.onnx failed. File doesn't exist", "File doesn't exist"],
  ['Load model from m.onnx failed:Protobuf parsing failed.', 'Protobuf parsing failed.'],
  ['something else failed: because', 'something else failed: because'],
])('%s', (said, told) => expect(ortMessage(new Error(said))).toBe(told));
