/** Stands for sharp (../README.md). @livekit/agents calls it for images in a chat, which the agent presets never send. */
export default function sharp() {
  throw new Error('images are not supported: sharp is left out for the licence of its libvips (stand-ins/README.md)');
}
