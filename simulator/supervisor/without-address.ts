/**
 * Keeps the server's address out of what is stored: a run folder is handed around, and holds neither keys nor addresses
 * (docs/run-folder.md). Messages of the system and of libraries name hosts and the addresses that they resolve to.
 */
import { messageOf, TurnrigError } from '../../src/error.js';
import type { SessionInput } from '../../src/schedule/events.js';
import type { Transport } from '../transport/transport.js';

const ADDRESS = '[address]';
const IPV4 = /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g;
/** In brackets, with a `::`, or of five groups and more. A time of day is none. */
const IPV6 =
  /\[[\da-f:.]{2,}\](?::\d{1,5})?|(?<![\w:.])[\da-f]{0,4}(?::[\da-f]{1,4})*::[\da-f:]*[\da-f]|(?<![\w:.])(?:[\da-f]{1,4}:){4,}[\da-f]{1,4}/gi;

/** @param url ws, wss, http or https. @returns what takes that host, and every IP address, out of a text. */
export function addressRemover(url: string): (text: string) => string {
  const { host, hostname } = new URL(url);
  return (text) => text.replaceAll(host, ADDRESS).replaceAll(hostname, ADDRESS).replace(IPV4, ADDRESS).replace(IPV6, ADDRESS);
}

/** The transport, with what it reports of troubles and what it throws free of addresses. */
export function withoutAddress(transport: Transport, url: string): Transport {
  const clean = addressRemover(url);
  return {
    name: transport.name,
    open: async (options, handler) => {
      try {
        return await transport.open(options, {
          input: (input) => handler.input(cleaned(input, clean)),
          track: (track) => handler.track(track),
          packet: (track, packet) => handler.packet(track, packet),
          step: (what) => handler.step?.(what),
        });
      } catch (error) {
        if (!(error instanceof TurnrigError)) throw new Error(clean(messageOf(error)), { cause: error });
        throw new TurnrigError(error.code, clean(error.message), { hint: error.hint, cause: error });
      }
    },
  };
}

function cleaned(input: SessionInput, clean: (text: string) => string): SessionInput {
  if (input.type === 'rig-trouble') return { ...input, detail: clean(input.detail) };
  return input.type === 'agent-left' ? { ...input, reason: clean(input.reason) } : input;
}
