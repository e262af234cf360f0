/** What somebody else sends, or fails with, without the keys that it may hold. */
import { TurnrigError } from '../error.js';
import type { Chat } from './chat.js';

/** @param hide of `keyHider`. @throws what `make` throws, with its words hidden and without its cause, which may hold what was sent. */
export async function withoutKeys(make: () => Promise<string>, hide: (text: string) => string): Promise<string> {
  try {
    return hide(await make());
  } catch (error) {
    throw error instanceof TurnrigError ? new TurnrigError(error.code, hide(error.message), { hint: hide(error.hint) }) : error;
  }
}

export const guardedChat = (chat: Chat, hide: (text: string) => string): Chat => ({
  name: hide(chat.name),
  complete: (messages, options) => withoutKeys(() => chat.complete(messages, options), hide),
});
