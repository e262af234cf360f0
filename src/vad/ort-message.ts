/** onnxruntime says why a model cannot be loaded after saying twice that it cannot, with the path: "Load model from X failed:Load model X failed. Why". */
import { messageOf } from '../error.js';

/** What it says beyond that, for a message that names the model itself. */
export function ortMessage(cause: unknown): string {
  const said = messageOf(cause);
  return said.replace(/^(?:Load model (?:from )?\S.*? failed[:.]\s*)+/, '').trim() || said;
}
