"""A worked example of a process adapter for `turnrig eot predict --adapter "process:python3 examples/eot_adapter.py"`.

One JSON object a line on standard input, one answer a line on standard output; anything for people goes to standard error.
Its "model" says that a turn is over when the last 300 ms are quiet and the words do not end in "and". Python's own library is enough.
"""
import array, base64, json, sys

def quiet(item):
    samples = array.array("f", base64.b64decode(item["audio"]))  # float32, little-endian, mono
    if sys.byteorder == "big":
        samples.byteswap()
    tail = samples[-int(0.3 * item["sampling_rate"]):]
    return not tail or sum(x * x for x in tail) / len(tail) < 1e-5

def score(item):
    said = [m["content"] for m in item["messages"] if m["role"] == "user"]
    unfinished = bool(said) and said[-1].split()[-1] == "and"
    return 0.9 if quiet(item) and not unfinished else 0.1

for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    try:
        if request["type"] == "hello":
            answer |= {"adapter_id": "quiet-tail", "display_name": "Quiet tail", "score_point": 0.2, "max_audio_sec": 2.0}
        elif request["type"] == "batch":
            answer["scores"] = [score(item) for item in request["items"]]
        else:
            answer["error"] = f"cannot answer {request['type']}"
    except Exception as error:
        answer["error"] = f"{type(error).__name__}: {error}"
    print(json.dumps(answer), flush=True)
