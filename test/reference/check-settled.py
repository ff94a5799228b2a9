"""Runs the checker of evidence over cases of the reference: one line of JSON a case on standard output."""
import importlib.util, json, sys
place = importlib.util.spec_from_file_location('check', sys.argv[1])
check = importlib.util.module_from_spec(place)
place.loader.exec_module(check)
cases = json.load(sys.stdin, parse_float=check.Literal)

def to_record(one, source):
    is_whole = one.get('count') == check.COMPLETE.get(source)
    double = one.get('value') if one.get('text') is None else float(one['text'])
    return dict(t=one['t'], text=one.get('text') if is_whole else None, p=double if is_whole else None, count=one.get('count'))

for given in cases['verdicts']:
    terms = given['terms']
    series = given['series'].get(f"{terms['source']}-{terms['coin']}", [])
    records = [to_record(one, terms['source']) for one in series if one.get('s') != 'import']
    print(json.dumps(check.decide(terms, records, given['stated'] or {}, given['resolution'])))
for part in cases['parts']:
    leaf = check.climb(part['leaf'].encode(), part['leafIndex'], part['leaves'], part['leafPath'])
    entry = part['entry'].encode() + b'\n' + leaf
    print(json.dumps([leaf.hex(), check.climb(entry, part['entryIndex'], part['entries'], part['entryPath']).hex()]))
for terms in cases['terms']: print(json.dumps(check.hash_members(terms, check.TERMS)))
