/** What the other rings use of the scenario format. */
export { isOne, loadSuite, namedScenes, type CompiledSuite, type LoadOptions, type LoadResult, type NamedScene } from './load.js';
export type { ScenarioIo } from './io.js';
export { planRun, type PlanOptions } from './plan-run.js';
export { formatProblem, type Problem } from './problem.js';
export { PROTOCOL_CONSTANTS } from './protocol-constants.js';
export { formatPlan } from './format-plan.js';
export { planReport, type PlanReport } from './plan-report.js';
export { primaryReachOf, primaryReachWords, type PrimaryReach } from './primary-reach.js';
export { reachBrief } from './reach-brief.js';
export { reachOf, reachWords, type Reach } from './reach.js';
