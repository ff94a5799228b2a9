"""Alters one byte of a file of evidence at a time, and counts what the checker does not find:
python3 altered.py CHECKER HEAD TIMES, the file on standard input. Left alone are what docs/settled.md says is not proven."""
import contextlib, importlib.util, io, json, random, sys
place = importlib.util.spec_from_file_location('check', sys.argv[1])
check = importlib.util.module_from_spec(place)
place.loader.exec_module(check)
NOT_PROVEN = {'receivedAt', 'relay', 'count', 'leaves', 'entries', 'detail', 'decidedAt', 'changedFrom', 'statedBy', 'whyNull', 'ok'}
MARK = '@@here@@'
chance = random.Random(20)

def list_places(value, path=()):
    """Paths of the values that are proven, each as often as it has bytes."""
    if isinstance(value, dict): parts = [(name, one) for name, one in value.items() if name not in NOT_PROVEN]
    elif isinstance(value, list): parts = list(enumerate(value))
    else: return [path] * len(dumps(value).encode())
    return [found for name, one in parts for found in list_places(one, (*path, name))]

def dumps(value): return json.dumps(value, ensure_ascii=False)

def alter(file, path):
    copy = json.loads(dumps(file))
    holder = copy
    for name in path[:-1]: holder = holder[name]
    said = bytearray(dumps(holder[path[-1]]).encode())
    at = chance.randrange(len(said))
    said[at] = chance.choice([byte for byte in range(32, 127) if byte != said[at]])
    holder[path[-1]] = MARK
    return dumps(copy).encode().replace(dumps(MARK).encode(), bytes(said))

def run(text):
    sys.stdin = io.TextIOWrapper(io.BytesIO(text), encoding='utf-8')
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return check.main('-', '--head', sys.argv[2])

file = json.loads(sys.stdin.read())
places = list_places(file)
assert run(dumps(file).encode()) == 0, 'the file itself does not hold'
missed = []
for _ in range(int(sys.argv[3])):
    path = chance.choice(places)
    if run(alter(file, path)) not in (1, 2): missed.append('.'.join(map(str, path)))
print(json.dumps(dict(places=len(places), missed=missed)))
