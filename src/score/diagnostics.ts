import type { Measure } from './model.js';

/** Coverage diagnostics, never shown as abilities and never gated on (selective-participation.md). */
export function isDiagnostic(measure: Measure): boolean {
  return measure === 'response-presence' || measure === 'window-response' || measure === 'probe';
}
