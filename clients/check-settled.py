#!/usr/bin/env python3
"""Checks evidence of a settled window: python3 check-settled.py FILE|- [--head HEX]...

The verdict is decided again from the values in the file, and these and the result are followed to the head of their day.
Exit codes: 0 it holds, 1 something fails, 2 not evidence, 3 nothing fails, but there is no proof or values are withheld."""
import hashlib, json, math, re, sys
from datetime import datetime, timezone
from decimal import Decimal
from fractions import Fraction
TERMS = 'source coin statistic openAt closeAt strikeFrom strike strikeHigh test tie decimals toleranceSeconds'.split()
STATED = 'strike value openTakenAt closeTakenAt'.split()
COMPLETE = {'rti60': 60}  # values that an average stands on, where its publisher says so
NOT_IN_FILE, ALWAYS = ('terms_changed', 'average_not_recorded', 'source_not_recorded'), ('statistic_unsupported', 'terms_silent')
HASH, HALF, MINUTE, HOUR = re.compile('[0-9a-f]{64}'), Fraction(1, 2), 60_000, 3_600_000
class Fails(Exception): word = 'fails'
class Skipped(Exception): word = 'not checked'
class Literal(float):  # a number as it was written
    def __new__(cls, text): one = super().__new__(cls, text); one.text = text; return one
def sha(*parts): return hashlib.sha256(b''.join(parts)).digest()
def unhex(text):
    if not HASH.fullmatch(text): raise Fails(f'{text} is no hash')
    return bytes.fromhex(text)
def plain(number):
    """Decimal text without exponent and trailing zeros; of a double, of the shortest decimal that gives it."""
    text = format(Decimal(number if isinstance(number, str) else repr(float(number))), 'f')
    return text.rstrip('0').rstrip('.') if '.' in text else text
def short_hash(text): return hashlib.sha256(text.encode()).hexdigest()[:32]
def hash_members(members, names):
    return short_hash(json.dumps({name: members[name] for name in names}, sort_keys=True, separators=(',', ':'), ensure_ascii=False))
def name_day(ms): return datetime.fromtimestamp(ms // 1000, timezone.utc).strftime('%Y-%m-%d')
class Price:
    """An exact decimal; or a double, which stands for all decimals that round to it."""
    def __init__(self, text, double=None):
        self.is_exact, self.shown = text is not None, plain(double if text is None else text)
        self.decimal = Fraction(self.shown)
        self.double = float(self.decimal)
        beside = [math.nextafter(self.double, end) for end in (-math.inf, math.inf)]
        self.ends = [self.decimal if self.is_exact else (Fraction(self.double) + Fraction(one)) / 2 for one in beside]
    def rounded(self, places):
        if places is None: return [self]
        low, high = (end * 10 ** places for end in self.ends)
        numbers = range(math.ceil(low - HALF), math.floor(high + HALF) + 1)
        return [Price(str(one) if places == 0 else f'{one // 10 ** places}.{one % 10 ** places:0{places}d}') for one in numbers]
def compare(terms, value, strike, high):
    orders = []
    for end in [strike] + ([high] if high else []):
        both = value.is_exact and end.is_exact
        a, b = (value.decimal, end.decimal) if both else (value.double, end.double)
        if a == b and not both: return 'close'
        orders.append((a > b) - (a < b))
    if 0 in orders: return terms['tie'] or 'silent'
    return 'yes' if orders == ([1, -1] if high else [1 if terms['test'] == 'above' else -1]) else 'no'
def agrees(shown, stated):
    if shown is None or not stated: return None
    other = Price(stated['text'])
    if stated['kind'] == 'double': return shown.double == other.double
    return abs(shown.decimal - other.decimal) <= (HALF / 10 ** stated['decimals'] if stated['kind'] == 'rounded' else 0)

def decide(terms, records, stated, resolution):
    """Verdict from the records of the series of the terms, in the order of their arrival."""
    row = dict(verdict='unknown', reason=None, result=None, strike=None, strikeBy=None, value=None, missing=[],
               agrees=dict(strike=None, value=None))
    if terms['statistic'] not in (None, 'at'): return {**row, 'reason': 'statistic_unsupported'}
    needed = ['source', 'coin', 'statistic', 'closeAt', 'test', {'stated': 'strike', 'opening': 'openAt'}.get(terms['strikeFrom'], 'strikeFrom')]
    if any(terms[name] is None for name in needed + (['strikeHigh'] if terms['test'] == 'between' else [])): return {**row, 'reason': 'terms_silent'}
    def at(moment, taken):
        latest = moment + 1000 * (terms['toleranceSeconds'] or 0)
        for t in [moment] + ([taken] if taken and moment < taken <= latest else []):
            found = [Price(one['text'], one['p']) for one in records if one['t'] == t and one['p'] is not None
                     and one['count'] == COMPLETE.get(terms['source'])]
            if found: return found
        return row['missing'].append(moment) or []
    if terms['strikeFrom'] == 'stated': strikes, by = [Price(terms['strike'])], 'terms'
    else:
        strikes, by, told = at(terms['openAt'], stated.get('openTakenAt')), 'record', stated.get('strike')
        if not strikes and told:
            row['missing'], by = [], 'venue'
            strikes = [Price(None, told['text']) if told['kind'] == 'double' else Price(told['text'])]
    values = at(terms['closeAt'], stated.get('closeTakenAt'))
    strike, value = (found[-1] if found else None for found in (strikes, values))
    row.update(strike=strike and strike.shown, strikeBy=strike and by, value=value and value.shown, agrees=dict(
        strike=agrees(None if by == 'venue' else strike, stated.get('strike')), value=agrees(value, stated.get('value'))))
    if row['missing']:
        return {**row, 'reason': 'window_incomplete' if any(one['t'] in row['missing'] for one in records) else 'second_missing'}
    high, places, results = Price(terms['strikeHigh']) if terms['test'] == 'between' else None, terms['decimals'], set()
    for one in values:
        for other in strikes:
            ends = [other] if by == 'terms' else other.rounded(places)
            found = {compare(terms, a, b, high) for a in one.rounded(places) for b in ends}
            results.add(found.pop() if len(found) == 1 else 'close')
    reason = 'too_close' if 'close' in results else 'tie_silent' if 'silent' in results else 'second_disputed'
    if reason != 'second_disputed' or len(results) > 1: return {**row, 'reason': reason}
    row['result'], (outcome, payout) = results.pop(), (resolution['outcome'], resolution['payout'])
    if outcome == 'void' and (row['result'] != 'half' or payout is None): return {**row, 'reason': 'void'}
    is_same = payout == 0.5 if outcome == 'void' else outcome == row['result']
    return {**row, 'verdict': 'reproduced' if is_same else 'contradicted'}
def climb(leaf, index, count, path):
    """Root above a leaf (RFC 9162, 2.1.3.2)."""
    if type(index) is not int or type(count) is not int or not 0 <= index < count: raise Fails(f'place {index} of {count}')
    at, last, root = index, count - 1, sha(b'\0', leaf)
    for beside in map(unhex, path):
        if last == 0: raise Fails('a path is too long')
        is_right = at % 2 == 1 or at == last
        root = sha(b'\1', beside, root) if is_right else sha(b'\1', root, beside)
        while is_right and at % 2 == 0 and at: at, last = at // 2, last // 2
        at, last = at // 2, last // 2
    if last: raise Fails('a path is too short')
    return root
def same(name, told, found):
    if told != found or type(told) != type(found): raise Fails(f'{name} is {json.dumps(told)}, not {json.dumps(found)}')

class Check:
    def __init__(self, file, heads):
        self.file, self.heads, self.terms, self.row, self.proof = (file, heads, *(file[one] for one in ('terms', 'verdict', 'proof')))
        self.null, self.stated = file.get('whyNull') or {}, file['stated'] or {}
        self.key = f"{self.terms['source']}-{self.terms['coin']}"
        self.records = file['series'].get(self.key, [])
        self.rules_hash = file['rules'] and short_hash(file['rules']['text'])
        self.parts = [self.proof['resolution'], *self.proof['minutes']] if self.proof else []
        self.days = [self.proof, *(part for part in self.parts if 'day' in part)] if self.proof else []
    def need(self, series=False, proof=False):
        if series and self.null.get('series') == 'withheld': raise Skipped('values are withheld')
        if proof and not self.proof: raise Skipped(f"there is no proof, {self.null.get('proof')}")
    def find_day(self, part): return part if 'day' in part else self.proof
    def rules(self):
        if self.file['rules']: same('hash', self.file['rules']['hash'], self.rules_hash)
    def verdict(self):
        line, known = self.file['resolution'], {name: self.terms[name] for name in ('source', 'coin', 'openAt', 'closeAt')}
        known.update({name: self.file[name] for name in ('asset', 'venue')}, rulesHash=self.rules_hash,
                     termsHash=hash_members(self.terms, TERMS), **{name: line[name] for name in ('outcome', 'settledAt', 'recordedAt')})
        for name, found in known.items(): same(name, self.row[name], found)
        self.need(series=True)
        decided, reason = decide(self.terms, self.records, self.stated, line), self.row['reason']
        is_near = any(one['p'] and abs(one['t'] - self.row['closeAt']) <= 10 * MINUTE for one in self.records)
        if reason in NOT_IN_FILE and decided['reason'] not in ALWAYS and not (is_near and reason != 'terms_changed'):
            raise Skipped(f'{reason} needs more than the file holds')
        for name, found in decided.items(): same(name, self.row[name], found)
    def absence(self): raise Skipped(f"absence is not proven: {', '.join(map(str, self.row['missing']))}")
    def values(self):
        self.need(series=True, proof=True)
        for key in self.file['series']: same('series', key, self.key)
        for one in (one for one in self.records if one['p'] is not None):
            written = Fraction(getattr(one['p'], 'text', str(one['p'])))
            if written != Fraction(repr(float(Fraction(one['text'] or written)))): raise Fails(f"p of {one['t']} is not the nearest double")
        kept = {}
        for part in self.proof['minutes']:
            first, *lines = part['leaf'].split('\n')
            same('leaf', first, f'M {self.key} {(minute := int(first.split()[-1]))}')
            same('entry', part['entry'], f'H {self.key} {minute // HOUR * HOUR}')
            same('day', self.find_day(part)['day'], name_day(minute))
            for offset, text in (line.split(' ') for line in lines[:-1]): kept.setdefault(minute + int(offset), []).append(text)
        moments = {one['t'] for one in self.records} | {*self.row['missing'], self.terms['openAt'], self.terms['closeAt'],
                                                        self.stated.get('openTakenAt'), self.stated.get('closeTakenAt')}
        for t in sorted(moments - {None}):
            told = [one['text'] or plain(one['p']) for one in self.records if one['t'] == t and one['p'] is not None]
            same(f'values of {t}', told, kept.get(t, []))
    def result(self):
        self.need(proof=True)
        file, line, part = self.file, self.file['resolution'], self.proof['resolution']
        members = [file['asset'], *(line[name] for name in ('outcome', 'payout', 'settledAt', 'recordedAt', 'source')), self.rules_hash,
                   hash_members(self.terms, TERMS), file['stated'] and hash_members(file['stated'], STATED)]
        same('line', part['leaf'], ' '.join('-' if one is None else str(one) for one in members) + '\n')
        same('entry', part['entry'], f"R {line['recordedAt'] // HOUR * HOUR}")
        same('day', self.proof['day'], name_day(line['recordedAt']))
    def tree(self):
        self.need(proof=True)
        for part in self.parts:
            if part['leaf'] is not None:
                same('partRoot', part['partRoot'], climb(part['leaf'].encode(), part['leafIndex'], part['leaves'], part['leafPath']).hex())
            entry = f"{part['entry']}\n".encode() + unhex(part['partRoot'])
            same('root', self.find_day(part)['root'], climb(entry, part['entryIndex'], part['entries'], part['entryPath']).hex())
    def head(self):
        self.need(proof=True)
        for one in self.days:
            same(f"head of {one['day']}", one['head'], sha(b'\2', unhex(one['previousHead']), unhex(one['root']), one['day'].encode()).hex())
        if not self.heads: raise Skipped('no head was given')
        for one in self.days:
            known = self.heads if one is self.proof else [*self.heads, self.proof['previousHead']]
            if one['head'] not in known: raise Fails(f"that of {one['day']} is not among those given")

def main(name='-', *options):
    try:
        heads = options[1::2]
        if set(options[::2]) - {'--head'} or len(options) % 2 or not all(map(HASH.fullmatch, heads)):
            raise ValueError('use: check-settled.py FILE|- [--head HEX]...')
        with sys.stdin if name == '-' else open(name, encoding='utf-8') as stream: file = json.load(stream, parse_float=Literal)
        if file['format'] != 'crosstape-evidence/1': raise ValueError(f"format {file['format']}")
        if file['verdict'] is None: raise ValueError('there is no verdict in it')
        check, found = Check(file, heads), {}
        for one in ('rules', 'verdict', *(['absence'] if check.row['missing'] else []), 'values', 'result', 'tree', 'head'):
            try: found[one] = getattr(check, one)() or 'holds'
            except (Fails, Skipped) as error: found[one] = f'{error.word}: {error}'
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        print(f'not evidence: {error!r}', file=sys.stderr)
        return 2
    for one, text in found.items(): print(f'{one}: {text}')
    if any(text.startswith('fails') for text in found.values()): return 1
    return 0 if found['values'] == found['result'] == 'holds' else 3
if __name__ == '__main__': sys.exit(main(*sys.argv[1:]))
