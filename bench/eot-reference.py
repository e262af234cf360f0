"""The sweep of the end-of-turn benchmark in NumPy and pandas, written for the comparison in bench/eot.ts: read, sweep, rank, write.

Two ways: "policies" takes one policy after another, each on all spans at once, as one writes it first and as the benchmark's rule is put;
"arrays" takes all policies of a threshold at once, by broadcasting over delays, timeouts and spans. Same table from both.

Usage: eot-reference.py PREDICTIONS.parquet OUTPUT_DIR SCORE_POINT|max REPEATS policies|arrays [cpu]; prints one JSON object with the seconds
of every repeat.
"""
import json, sys, time
import numpy as np, pandas as pd

EPS = 1e-9
THRESHOLDS = np.arange(101) / 100
DELAYS = np.arange(2, 11) / 10
TIMEOUTS = np.arange(2, 8) / 2


def spans_of(rows):
    spans = rows.groupby(["id", "span_index"], sort=True).agg(label=("label", "first"), dur=("silence_dur", "max")).reset_index()
    keep = (spans.label != "hold") | ((spans.dur >= 0.2 - EPS) & (spans.dur <= 5.0 + EPS))
    return spans[keep].reset_index(drop=True)


def all_policies(threshold, fire, delays, hold, eot, hold_dur, n_hold, n_eot):
    acts = np.maximum(delays[:, None], fire[None, :])
    keep = TIMEOUTS[None, :] + EPS >= delays[:, None]
    late = hold_dur[None, :] > TIMEOUTS[:, None] + EPS
    cut = (hold_dur[None, :] > acts[:, hold] + EPS)[:, None, :] | late[None, :, :]
    acts_eot = np.ascontiguousarray(acts[:, eot])
    detected = acts_eot[:, None, :] <= TIMEOUTS[None, :, None] + EPS
    latency = np.where(detected, acts_eot[:, None, :], TIMEOUTS[None, :, None]).mean(axis=2)
    tp, fp = np.count_nonzero(detected, axis=2), np.count_nonzero(cut, axis=2)
    with np.errstate(invalid="ignore"):
        precision, recall = np.where(tp + fp > 0, tp / (tp + fp), 0.0), tp / n_eot
        f1 = np.where(precision + recall > 0, 2 * precision * recall / (precision + recall), 0.0)
    d, t = np.nonzero(keep)
    columns = (delays[d], TIMEOUTS[t], (fp / n_hold)[d, t], latency[d, t], ((n_eot - tp) / n_eot)[d, t], recall[d, t], f1[d, t])
    return [("model", threshold, *each, n_hold, n_eot) for each in zip(*columns)]


def sweep(rows, score_point, way):
    spans = spans_of(rows)
    ordered = rows.sort_values(["id", "span_index", "silence_dur", "timestamp"], kind="stable")
    if score_point is not None:
        first = ordered[ordered.silence_dur >= score_point - EPS].groupby(["id", "span_index"], as_index=False).first()
        spans = spans.merge(first[["id", "span_index", "p_eot", "silence_dur"]], on=["id", "span_index"], how="left")
    else:
        # Codes instead of merges inside the loop: the fair way to write it.
        keys = pd.MultiIndex.from_frame(spans[["id", "span_index"]])
        codes = keys.get_indexer(pd.MultiIndex.from_frame(ordered[["id", "span_index"]]))
        inside = codes >= 0
        codes, p, dur = codes[inside], ordered.p_eot.to_numpy()[inside], ordered.silence_dur.to_numpy()[inside]
    hold, eot = (spans.label == "hold").to_numpy(), (spans.label == "eot").to_numpy()
    hold_dur, n_hold, n_eot = spans.dur.to_numpy()[hold], int(hold.sum()), int(eot.sum())
    delays = DELAYS if score_point is None else DELAYS[DELAYS >= score_point - EPS]
    out = []
    for threshold in THRESHOLDS:
        if score_point is not None:
            fire = np.where(spans.p_eot.to_numpy() > threshold, spans.silence_dur.to_numpy(), np.inf)
        else:
            above = p > threshold
            fire = np.full(len(spans), np.inf)
            np.minimum.at(fire, codes[above], dur[above])
        if way == "arrays":
            out.extend(all_policies(threshold, fire, delays, hold, eot, hold_dur, n_hold, n_eot))
            continue
        for delay in delays:
            acts = np.maximum(delay, fire)
            cut_hold, acts_eot = hold_dur > acts[hold] + EPS, acts[eot]
            for timeout in TIMEOUTS:
                if timeout + EPS < delay:
                    continue
                cut = cut_hold | (hold_dur > timeout + EPS)
                detected = acts_eot <= timeout + EPS
                tp, fp = int(detected.sum()), int(cut.sum())
                precision, recall = (tp / (tp + fp) if tp + fp else 0.0), tp / n_eot
                f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
                latency = np.where(detected, acts_eot, timeout).mean()
                out.append(("model", threshold, delay, timeout, cut.mean(), latency, (~detected).mean(), detected.mean(), f1, n_hold, n_eot))
    for delay in np.unique(np.concatenate([DELAYS, TIMEOUTS])):
        cut = hold_dur > delay + EPS
        precision = n_eot / (n_eot + int(cut.sum()))
        out.append(("vad", np.nan, delay, delay, cut.mean(), delay, 0.0, 1.0, 2 * precision / (precision + 1), n_hold, n_eot))
    names = ["policy_type", "threshold", "action_delay", "timeout", "cutoff_rate", "mean_latency", "timeout_rate", "detect_rate", "f1", "n_hold_spans", "n_eot_spans"]
    table = pd.DataFrame(out, columns=names)
    table = table.sort_values(["policy_type", "cutoff_rate", "mean_latency", "timeout_rate", "timeout", "action_delay", "threshold"], kind="stable").reset_index(drop=True)
    models = table[table.policy_type == "model"].sort_values(["mean_latency", "cutoff_rate", "threshold", "action_delay", "timeout"], ascending=[True, True, False, True, True], kind="stable")
    least = np.minimum.accumulate(np.concatenate([[np.inf], models.cutoff_rate.to_numpy()[:-1]]))
    table["is_pareto"] = False
    table.loc[models.index[models.cutoff_rate.to_numpy() < least - EPS], "is_pareto"] = True
    return table


def summary_of(table):
    models = table[table.policy_type == "model"]
    points = {}
    for budget in (0.02, 0.05, 0.1):
        within = models[models.cutoff_rate <= budget + EPS]
        points[str(budget)] = None if within.empty else float(within.mean_latency.min())
    frontier = [models.mean_latency[models.cutoff_rate <= i / 1000 + EPS].min() for i in range(101)]
    return {"points": points, "mean_frontier_latency_0_10": float(np.nanmean(frontier))}


def main():
    path, folder, point, repeats = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    score_point = None if point == "max" else float(point)
    way, cpu = sys.argv[5], len(sys.argv) > 6 and sys.argv[6] == "cpu"
    seconds = []
    for _ in range(repeats):
        begun = time.process_time() if cpu else time.perf_counter()
        table = sweep(pd.read_parquet(path), score_point, way)
        table.to_parquet(f"{folder}/reference-tradeoff.parquet", index=False)
        with open(f"{folder}/reference-summary.json", "w") as file:
            json.dump(summary_of(table), file)
        seconds.append((time.process_time() if cpu else time.perf_counter()) - begun)
    print(json.dumps({"seconds": seconds, "rows": len(table)}))


main()
