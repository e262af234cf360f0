"""Our parquet files beside the reference's, as pandas and pyarrow read them: same columns, same types, same values.

Usage: eot-pandas.py PAIRS.json; a list of {ours, theirs} (equal to the last bit), {ours, theirs, within} (metrics that were computed),
{ours, types} (files without a reference) or {csv, types, values} (tables for people: dtypes by column, and values to the last bit, null for
an empty cell). Prints how many were compared.
"""
import json, sys
import pandas as pd
import pyarrow.parquet as pq
from pandas.testing import assert_frame_equal

pairs = json.load(open(sys.argv[1]))
for pair in pairs:
    if "csv" in pair:
        table = pd.read_csv(pair["csv"], float_precision="round_trip")
        found = [[name, str(type)] for name, type in table.dtypes.items()]
        assert found == pair["types"], (pair["csv"], found, pair["types"])
        for name, wanted in pair["values"].items():
            cells = [None if pd.isna(cell) else cell for cell in table[name].tolist()]
            assert cells == wanted, (pair["csv"], name, [both for both in zip(cells, wanted) if both[0] != both[1]][:5])
        continue
    ours = pd.read_parquet(pair["ours"])
    own_types = [(field.name, str(field.type)) for field in pq.read_schema(pair["ours"])]
    if "types" in pair:
        assert own_types == [tuple(each) for each in pair["types"]], (pair["ours"], own_types)
        continue
    theirs = pd.read_parquet(pair["theirs"])
    other_types = [(field.name, str(field.type).replace("large_", "")) for field in pq.read_schema(pair["theirs"])]
    assert own_types == other_types, (pair["ours"], own_types, other_types)
    try:
        if "within" in pair:
            assert_frame_equal(ours, theirs, check_exact=False, rtol=0, atol=pair["within"])
            assert_frame_equal(ours[["mean_latency"]], theirs[["mean_latency"]], check_exact=True)
        else:
            assert_frame_equal(ours, theirs, check_exact=True)
    except AssertionError as error:
        raise AssertionError(f"{pair['ours']}: {error}")
print(len(pairs))
