import { SpeakerInfo, SpeakersChanged } from '@livekit/protocol';
import { ACTIVE_LEVEL, SILENT } from './level.js';
import type { Participant } from './participant.js';

/** LiveKit's default update interval, ms. */
const INTERVAL = 400;

/** Who speaks, told to everybody when it changes and while somebody does. For clients' displays; the rig never measures by it. */
export class Speakers {
  private readonly speaking = new Set<string>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly participants: ReadonlyMap<string, Participant>) {
    this.timer = setInterval(() => this.update(), INTERVAL);
    this.timer.unref();
  }

  private update(): void {
    const speakers: SpeakerInfo[] = [];
    const here = new Set([...this.participants.values()].map(({ sid }) => sid));
    for (const sid of this.speaking) if (!here.has(sid)) this.speaking.delete(sid);
    for (const participant of this.participants.values()) {
      let level = SILENT;
      for (const track of participant.published.values()) level = Math.min(level, track.level.take());
      const active = level < ACTIVE_LEVEL && !participant.hidden;
      if (!active && !this.speaking.has(participant.sid)) continue;
      if (active) this.speaking.add(participant.sid);
      else this.speaking.delete(participant.sid);
      speakers.push(new SpeakerInfo({ sid: participant.sid, level: active ? 10 ** (-level / 20) : 0, active }));
    }
    if (speakers.length === 0) return;
    const value = new SpeakersChanged({ speakers });
    for (const participant of this.participants.values()) participant.send({ case: 'speakersChanged', value });
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
