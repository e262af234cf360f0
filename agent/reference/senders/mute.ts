/**
 * Muting a local track. rtc-node 0.13.35 has no method for it, but its native part takes the request: it is sent the way the library sends
 * all others.
 */
import type { LocalAudioTrack } from '@livekit/rtc-node';

interface NativeClient {
  request(request: {
    readonly message: { readonly case: 'localTrackMute'; readonly value: { trackHandle: bigint; mute: boolean } };
  }): unknown;
}

/** @throws Error when the library has changed so that this does not work any more. */
export function muteTrack(track: LocalAudioTrack, mute: boolean): void {
  const client = (globalThis as { readonly _ffiClientInstance?: NativeClient })._ffiClientInstance;
  const handle = (track as unknown as { readonly ffi_handle?: { readonly handle: bigint } }).ffi_handle;
  if (client === undefined || handle === undefined) throw new Error('this version of rtc-node cannot mute a track');
  client.request({ message: { case: 'localTrackMute', value: { trackHandle: handle.handle, mute } } });
}
