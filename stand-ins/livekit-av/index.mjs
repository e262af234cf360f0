/** Stands for @livekit/av (../README.md). @livekit/agents asks for the path of its bundled ffmpeg, with which it plays files in compressed formats. */
export function getFfmpegPath() {
  return 'ffmpeg';
}
