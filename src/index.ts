/**
 * turnrig as a library: read and plan scenarios, score recordings, and write transports or agents of your own.
 * What is not exported here is not public and may change in any version.
 */

// Time: every position is an integer count of 48 kHz samples on the rig's clock.
export {
  SAMPLE_RATE,
  intersect,
  msToSamples,
  rigPos,
  samplesToMs,
  shift,
  spanLength,
  trackTime,
  type RigPos,
  type Samples,
  type Span,
  type TrackTime,
  type Uncertain,
} from './time/position.js';
export type { Cancel, Clock } from './time/clock.js';
export { VirtualClock } from './time/virtual-clock.js';
export { TrackMapping, type Epoch, type EpochCause } from './time/mapping.js';
export type { Hole, PlacedSpan, TimelineAudio } from './time/audio.js';

// Errors a user may meet.
export { TurnrigError, type ErrorCode } from './error.js';

// Media: packets in, audio on the timeline out.
export type { MediaPacket } from './media/packet.js';
export { placePackets, OnlinePlacer, type Placement } from './media/placement.js';
export { createDecoder, decodeTrack, type PacketDecoder } from './media/decode.js';
export { readAudio, type AudioFile } from './media/audio-file.js';
export { writeWav } from './media/wav.js';
export { activeLevelDb, normaliseTo } from './media/active-level.js';

// Speech: who spoke when.
export type { SpeechDetector } from './vad/detector.js';
export { energyDetector } from './vad/energy.js';
export { sileroDetector } from './vad/silero.js';
export { detectSpeech } from './vad/detect.js';
export { findSpeech } from './vad/find.js';
export { LiveVad, type LiveDecision } from './vad/live.js';
export type { AgentSpeech, Segment } from './vad/model.js';
export type { Tts } from './speech/tts.js';

// Scenarios.
export { formatPlan, formatProblem, loadSuite, planReport, planRun, PROTOCOL_CONSTANTS } from './scenario/index.js';
export type { CompiledSuite, LoadResult, PlanReport, Problem, ScenarioIo } from './scenario/index.js';
export * from './scenario/model.js';

// Sessions: a machine without I/O.
export { createSession, type SessionMachine } from './session/session.js';
export type { EndReason, SessionCommand, SessionEvent, SessionInput } from './schedule/events.js';

// Run folders and scores.
export * from './recording/model.js';
export { createRun, openRun, reopenRun, type RunStore } from '../simulator/store/run-store.js';
export { RunReader, SessionReader, type AttemptInfo } from '../simulator/store/run-reader.js';
export { readAgentLog } from '../simulator/store/agent-log.js';
export { SessionWriter } from '../simulator/store/session-writer.js';
export { scoreSession } from './score/session.js';
export type { ScoreInput } from './score/input.js';
export { gate, type Gate } from './score/gate.js';
export * from './score/model.js';
export { summarise, summariseWithWindows, type SessionResult, type SummaryRun, type SummaryWithWindows } from './score/summarise.js';
export type { WindowLists, WindowRef } from './score/counted.js';
export { scoreRun, readScore, type ScoreRunOptions } from '../simulator/scoring/score-run.js';

// Privacy: copies of runs without what must not be given away (docs/privacy.md).
export type { KeptSession, Redaction, Removes } from './share/model.js';
export { choose as chooseSessions, type Chosen as ChosenSession, type Wish as SessionWish } from '../simulator/share/choose.js';
export { copyRun, type Copied, type CopyOptions } from '../simulator/share/copy-run.js';
export { newFolder } from '../simulator/share/new-folder.js';
export { namedSecrets, secretsIn, type NamedSecret } from './share/secrets.js';

// Semantic interruption (SID-bench).
export { match as matchSid } from './sid/match.js';
export { scoreSid } from './sid/score.js';
export { liveClips } from './sid/live.js';
export type { Clip as SidClip, Definition as SidDefinition, Pair as SidPair, Prediction as SidPrediction, SidScore } from './sid/model.js';

// ENTRY and YIELD.
export { averagePrecision } from './stats/average-precision.js';
export { FrameCollector, SessionFrames } from './entry-yield/frames.js';
export { scoreOpportunities } from './entry-yield/score.js';
export { liveOpportunities } from './entry-yield/live.js';
export { summarise as summariseEntryYield, type EntryYieldScore } from './entry-yield/summary.js';
export type { Opportunity, ScoredOpportunity } from './entry-yield/model.js';

// Statistics: what may be said from how much (docs/statistics.md).
export * from './score/statistics/model.js';
export { observations, type ObservedClaim } from './score/statistics/observations.js';
export type { Interval } from './stats/interval.js';
export type { Cluster, RateCluster } from './stats/clusters.js';
export { rateOf, type Rate, type RateInterval } from './stats/rate.js';
export { IndependentCounts, wilson } from './stats/wilson.js';
export { clusterMean, type MeanInterval } from './stats/bootstrap-t.js';
export { clustering, rateClustering, type Clustering } from './stats/icc.js';
export { pairDifferences, signFlip, type Pair, type SignFlip } from './stats/sign-flip.js';
export { pairedShares } from './stats/paired-shares.js';
export { mcnemar, mcnemarExact, type McNemar } from './stats/mcnemar.js';
export { benjaminiHochberg, holm } from './stats/multiplicity.js';
export { resumeSequential, SequentialTest, type Look, type SequentialPlan } from './stats/sequential.js';
export { sprt, SPRT_START, type SprtPlan, type SprtState } from './stats/sprt.js';
export { censoredPercentile, type CensoredPercentile } from './stats/censored-percentile.js';
export { cumulativeIncidence, turnCourse, type Course, type IncidenceStep } from './stats/cumulative-incidence.js';
export type { Wait } from './stats/waits.js';
export { clustersMissing, minutesOf, pairsMissing, smallestRise, smallestShift } from './stats/power.js';
export { roganGladen, type Corrected, type JudgeCheck } from './stats/rogan-gladen.js';

// Recorded calls, replayed (docs/replay.md).
export { chooseTurns, type Chosen, type HistoryMode } from './replay/choose.js';
export { sceneFile, type SceneFile as ReplaySceneFile, type SceneRequest as ReplaySceneRequest } from './replay/scene-file.js';
export { gapBefore, replayTurn, type MsSpan, type ReplayTurn } from './replay/turn.js';
export { labelledTurns, wordsIn } from './replay/labelled.js';
export { readReplayPlan, type ReplayPlan } from './replay/plan.js';
export { sessionOutcome, type Cut, type SessionOutcome, type TurnOutcome } from './replay/outcome.js';
export { replayResult, type AgentResult, type ReplayRate, type ReplayResult } from './replay/result.js';
export { pairResult, type PairResult } from './replay/pair.js';
export { replayVerdict, type ReplayVerdict } from './replay/verdict.js';
export { writeFlac } from './media/flac-write.js';

import type { Transport } from '../simulator/transport/transport.js';

// Rooms: the seam for transports of your own, and the ones that are here.
export type {
  AgentLogLine,
  AgentWay,
  OpenOptions,
  PlayRequest,
  Transport,
  TransportHandler,
  TransportSession,
} from '../simulator/transport/transport.js';
export { memoryTransport } from '../simulator/transport/memory/memory.js';
export { runSession, type RunSessionOptions, type SessionStore } from '../simulator/conductor/conductor.js';
export { startRoomServer } from '../simulator/server/start.js';
export type { RoomServer } from '../simulator/server/room-server.js';

// Reference agents of known truth.
export type { AgentAction, AgentBehaviour, Departure, ReferenceBehaviour } from '../agent/reference/behaviour.js';
export { BEHAVIOURS, behaviourOf, type BehaviourName } from '../agent/reference/catalogue.js';
export { createBehaviour } from '../agent/reference/create.js';

// The smallest scenario that still shows a fault (docs/shrink.md). Bring a player of your own, or an agent's core for the one in memory.
export * from './shrink/model.js';
export { takeApart } from './shrink/take-apart.js';
export { Builder as ScenarioBuilder, type Built as BuiltScenario } from './shrink/document.js';
export { findFault, type Found } from './shrink/find.js';
export { faultsOf, shows, type Shown } from './shrink/fault.js';
export { Search, type SearchOptions, type SearchResult } from './shrink/search.js';
export { Stopped, type Player, type Purpose } from './shrink/player.js';
export { MemoryPlayer, type MemoryPlayerOptions } from '../simulator/shrink/memory-player.js';
export { Journal, JournaledPlayer } from '../simulator/shrink/journal.js';

// Reports.
export type { Lane, Mark, ReportRun, ReportSession } from './report/model.js';
export { consoleSummary } from './report/console.js';
export { indexPage, sessionPage, singlePage } from './report/document.js';
export { WindowIndex, type ListedWindows } from './report/windows.js';

/** Rooms on a LiveKit server. Loads native media code, so it is loaded when asked for and not before. */
export async function livekitTransport(access: {
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}): Promise<Transport> {
  const livekit = await import('../simulator/transport/livekit/livekit.js');
  return livekit.livekitTransport(access);
}
