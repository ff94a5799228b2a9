import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compactAnswer } from './compact.ts';

const series = (length: number) => Array.from({ length }, (_, i) => ({ t: i * 1_000, p: i }));

test('a small answer is sent as it is', () => {
  const answer = { ok: true, records: series(10) };
  assert.equal(compactAnswer(answer), JSON.stringify(answer));
});

test('a long series keeps its newest items, none left out between, and says so', () => {
  const { records, shortened } = JSON.parse(compactAnswer({ ok: true, records: series(5_000) }));
  assert.equal(records.length, 200);
  assert.deepEqual(records, series(5_000).slice(-200));
  assert.deepEqual(shortened, [{ list: 'records', of: 5_000, sent: 200, kept: 'newest' }]);
});

test('a ranked list keeps its first items', () => {
  const movers = Array.from({ length: 2_000 }, (_, i) => ({ asset: `hl-${i}`, changeFrac: 1 / (i + 1) }));
  const { movers: kept, shortened } = JSON.parse(compactAnswer({ ok: true, movers }));
  assert.deepEqual(kept, movers.slice(0, 200));
  assert.equal(shortened[0].kept, 'first');
});

test('lists of equal length stay aligned', () => {
  const prices = Array.from({ length: 9_000 }, (_, i) => i);
  const { a, b } = JSON.parse(compactAnswer({ a: prices, b: prices.map((price) => -price) }));
  assert.deepEqual(
    b,
    a.map((price: number) => -price + 0),
  );
});

test('lists within lists are shortened until the answer is small enough', () => {
  const bundles = Array.from({ length: 50 }, () => ({ series: series(60) }));
  const text = compactAnswer({ ok: true, bundles }, 10_000);
  assert.ok(text.length <= 10_000);
  const { shortened } = JSON.parse(text);
  assert.deepEqual(
    shortened.map(({ list, of }: { list: string; of: number }) => [list, of]),
    [
      ['bundles', 50],
      ['bundles[].series', 60],
    ],
  );
});

test('what cannot be shortened enough is refused with a way out', () => {
  const answer = JSON.parse(compactAnswer({ ok: true, text: 'x'.repeat(100_000) }));
  assert.deepEqual([answer.ok, answer.error], [false, 'answer_too_large']);
  assert.match(answer.message, /ask for fewer/);
});
