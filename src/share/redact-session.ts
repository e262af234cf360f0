/** A session's log, end and tracks without what was taken away. What happened, and when, stays; what was said does not. */
import type { SessionEnd, TimelineLine, TrackManifest } from '../recording/model.js';
import type { CompiledScene } from '../scenario/model.js';
import type { SessionCommand, SessionEvent } from '../schedule/events.js';
import type { Redacting } from './redact-manifest.js';
import { MARKS, STATES, TRACK_SOURCES } from './texts.js';

/** @param scene as it was, by whose turns the log's are known */
export function redactLine(line: TimelineLine, scene: CompiledScene, redacting: Redacting): TimelineLine {
  return line.kind === 'event'
    ? { kind: 'event', ...redactEvent(line, scene, redacting) }
    : { kind: 'command', after: line.after, command: redactCommand(line.command, scene, redacting) };
}

function redactEvent(event: SessionEvent, scene: CompiledScene, { removes, names, texts }: Redacting): SessionEvent {
  const { seq, at } = event;
  switch (event.type) {
    case 'session-opened':
    case 'agent-flowing':
    case 'agent-reported-ready':
    case 'woke':
      return { seq, at, type: event.type };
    case 'agent-speech-on':
    case 'agent-speech-off':
    case 'agent-sound':
      return { seq, at, type: event.type, since: event.since };
    case 'agent-joined':
      return { seq, at, type: event.type, identity: names.identity(event.identity) };
    case 'agent-left':
      return { seq, at, type: event.type, identity: names.identity(event.identity), reason: texts.sentence(event.reason) };
    case 'agent-track':
      return { seq, at, type: event.type, track: names.track(event.track), name: texts.name(event.name), tracks: event.tracks };
    case 'agent-track-ended':
      return { seq, at, type: event.type, track: names.track(event.track), tracks: event.tracks };
    case 'agent-track-muted':
      return { seq, at, type: event.type, track: names.track(event.track), muted: event.muted };
    case 'agent-subscribed':
      return { seq, at, type: event.type, speaker: names.speaker(event.speaker) };
    case 'turn-started':
      return { seq, at, type: event.type, turn: names.turn(scene, event.turn), start: event.start };
    case 'turn-ended':
      return { seq, at, type: event.type, turn: names.turn(scene, event.turn), voicedEnd: event.voicedEnd };
    case 'reported': {
      const { what, text, final } = event;
      const said = what === 'state' && STATES.has(text) ? text : texts.spoken(text);
      // An attribute may name somebody without being a transcript.
      const kept = removes.names && what !== 'state' ? texts.name(said, '[removed]') : said;
      return { seq, at, type: event.type, what, text: kept, ...(final === undefined ? {} : { final }) };
    }
    case 'p-wearer':
      return { seq, at, type: event.type, identity: names.identity(event.identity), ages: event.ages, p: event.p };
    case 'rig-trouble': {
      const { what, detail, amount } = event;
      return { seq, at, type: event.type, what, detail: texts.sentence(detail), ...(amount === undefined ? {} : { amount }) };
    }
    case 'stop-requested':
      return { seq, at, type: event.type, reason: texts.sentence(event.reason) };
  }
}

function redactCommand(command: SessionCommand, scene: CompiledScene, { removes, names, texts }: Redacting): SessionCommand {
  switch (command.type) {
    case 'play':
      return { type: 'play', turn: names.turn(scene, command.turn), at: command.at, because: texts.sentence(command.because) };
    case 'skip':
      return { type: 'skip', turn: names.turn(scene, command.turn), because: texts.sentence(command.because) };
    case 'mark': {
      const { mark, turn, at } = command;
      const known = !removes.names || MARKS.has(mark) ? mark : texts.name(mark, 'mark');
      return { type: 'mark', mark: known, ...(turn === undefined ? {} : { turn: names.turn(scene, turn) }), at };
    }
    case 'wake':
      return { type: 'wake', at: command.at };
    case 'finish':
      return { type: 'finish', reason: command.reason };
  }
}

export function redactTrack(track: TrackManifest, { names, texts, removes }: Redacting): TrackManifest {
  const { id, owner, codec, constantDelay, constantDelayPlusMinus, name, source } = track;
  return {
    id: names.track(id),
    owner:
      owner.kind === 'human'
        ? { kind: 'human', speakers: owner.speakers.map((speaker) => names.speaker(speaker)) }
        : { kind: 'agent', identity: names.identity(owner.identity) },
    codec,
    constantDelay,
    constantDelayPlusMinus,
    name: texts.name(name),
    source: !removes.names || TRACK_SOURCES.has(source) ? source : texts.name(source),
  };
}

/** Counts of packets stay those that were received: the rig's health is told by them. */
export function redactEnd(end: SessionEnd, redacting: Redacting): SessionEnd {
  const { names, texts } = redacting;
  const { reason, detail, tracks, lastPos, packets, health, spoiled } = end;
  return {
    reason,
    detail: texts.sentence(detail),
    tracks: tracks.map((track) => redactTrack(track, redacting)),
    lastPos,
    packets: Object.fromEntries(Object.entries(packets).map(([id, count]) => [names.track(id), count])),
    health,
    ...(spoiled === undefined
      ? {}
      : {
          spoiled: {
            cause: spoiled.cause,
            detail: texts.sentence(spoiled.detail, `the rig spoiled it (${spoiled.cause})`),
            ...(spoiled.starvedBy === undefined ? {} : { starvedBy: spoiled.starvedBy }),
          },
        }),
  };
}
