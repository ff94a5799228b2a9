import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAddressProblems } from './address-rules.ts';

const KNOWN = {
  venues: ['hyperliquid', 'kalshi'],
  kinds: ['', 'hl-perp'],
  nowMs: Date.parse('2026-11-23T14:00:00Z'),
};
const check = (address: string) =>
  findAddressProblems(new URL(address, 'http://service.local'), KNOWN).map(({ name, message }) => [
    name,
    message,
  ]);

test('an address that its page understands has no problem', () => {
  for (const address of [
    '/?range=1h&to=2026-11-23T12:00:00Z',
    '/markets?q=anything%20at%20all&venue=kalshi&basis=50&sort=name.up',
    '/watch?list=k3j9x2ab&columns=last,change,line&sort=last#name=Majors&assets=hl-BTC',
    '/asset/hl-BTC?from=2026-11-22T12:00:00Z&to=2026-11-23T12:00:00Z&show=fair,links&as=line',
    '/disagreement?capital=500&feeBps.kalshi=-2.5&open=a%20b',
  ])
    assert.deepEqual(check(address), [], address);
});

test('a value is named with what it may be, and no longer than a line', () => {
  assert.deepEqual(check('/?range=99y'), [
    ['range', 'range cannot be “99y”: it is one of 1h, 6h, 24h, 7d, 30d'],
  ]);
  assert.match(check(`/markets?venue=${'x'.repeat(500)}`)[0]?.[1] ?? '', /“x{40}…”/);
  assert.deepEqual(
    check('/disagreement?capital=&feeBps.kalshi=abc&feeBps.nasdaq=1').map(([name]) => name),
    ['capital', 'feeBps.kalshi', 'feeBps.nasdaq'],
  );
  // No member of an object's own is one of an address.
  assert.deepEqual(check('/bot?constructor=1'), [
    ['constructor', 'this page does not know “constructor”: it takes none'],
  ]);
});

test('a value with commas is told apart from its neighbours, and an empty one is no choice', () => {
  const address = new URL('/movers?kind=foo', 'http://service.local');
  assert.deepEqual(
    findAddressProblems(address, { ...KNOWN, kinds: ['', 'hl-perp', 'hl-pred,pm'] }).map(
      ({ message }) => message,
    ),
    ['kind cannot be “foo”: it is one of hl-perp or hl-pred,pm'],
  );
  assert.deepEqual(check('/movers?kind=foo')[0]?.[1], 'kind cannot be “foo”: it is one of hl-perp');
});

test('a window needs both of its ends, in their order', () => {
  assert.match(check('/asset/hl-BTC?to=2026-11-22T12:00:00Z')[0]?.[1] ?? '', /needs both from and to/);
  assert.match(
    check('/asset/hl-BTC?from=2026-11-23T12:00:00Z&to=2026-11-22T12:00:00Z')[0]?.[1] ?? '',
    /from has to be earlier than to/,
  );
});

test('what a page would pass over is said: a column that does not sort, a time to come, a horizon of the other tab, a repetition', () => {
  assert.match(
    check('/markets?sort=profit')[0]?.[1] ?? '',
    /^sort cannot be “profit”: it is one of name, venue, .*, with \.up behind it/,
  );
  assert.equal(check('/markets?sort=volume.down').length, 1);
  for (const address of ['/?to=2026-11-23T15:00:00Z', '/asset/hl-BTC?at=2026-11-23T15:00:00Z'])
    assert.match(check(address)[0]?.[1] ?? '', /a time before now/);
  assert.deepEqual(check('/calibration?tab=final&horizon=5m'), []);
  assert.match(check('/calibration?horizon=5m')[0]?.[1] ?? '', /one of 30d, 7d, 1d, 6h, 1h/);
  assert.deepEqual(check('/markets?venue=kalshi&venue=hyperliquid'), [
    ['venue', 'venue stands twice: the first one counts'],
  ]);
});
