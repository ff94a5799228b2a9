import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettlingTerms } from '../../domain/index.ts';
import type { SeriesValue } from './moment.ts';
import { decideWindow, type SettledWindow } from './verdict.ts';

const OPEN_AT = 1_791_241_200_000;
const CLOSE_AT = OPEN_AT + 900_000;

test('a value known as a double alone decides nothing that its rounding could turn', () => {
  const terms = { ...STATED, strike: '84349.75', decimals: 2 };
  const decide = (value: number) => decideWindow(toWindow(terms, [{ ...at(CLOSE_AT), text: null, value }]));
  assert.equal(decide(84349.745).reason, 'too_close');
  assert.equal(decide(84349.7451).result, 'yes');
  assert.equal(decide(84349.7449).result, 'no');
  // The rounding interval of such a large double spans several cents, and the strike lies inside it.
  const large = 2 ** 53 + 2;
  const rough = decideWindow(
    toWindow({ ...terms, strike: String(large), test: 'above' }, [
      { ...at(CLOSE_AT), text: null, value: large },
    ]),
  );
  assert.equal(rough.reason, 'too_close');
});

test('a range is left on either side, also where one of its ends cannot be told', () => {
  const terms: SettlingTerms = { ...STATED, test: 'between', strike: '0.1', strikeHigh: '0.3', tie: 'yes' };
  const decide = (value: number) => decideWindow(toWindow(terms, [{ ...at(CLOSE_AT), text: null, value }]));
  assert.equal(decide(0.2).result, 'yes');
  assert.equal(decide(0.4).result, 'no');
  assert.equal(decide(0.1).reason, 'too_close');
  assert.equal(decide(0.3).reason, 'too_close');
});

test('seconds with several values are named only when they give different results', () => {
  const values = [
    { ...at(OPEN_AT), text: '100' },
    { ...at(OPEN_AT), text: '101', receivedAt: OPEN_AT + 2000 },
    { ...at(CLOSE_AT), text: '105' },
    { ...at(CLOSE_AT), text: '90', receivedAt: CLOSE_AT + 2000 },
  ];
  const verdict = decideWindow(toWindow(OPENING, values));
  assert.equal(verdict.reason, 'second_disputed');
  assert.deepEqual(verdict.detail, { seconds: [CLOSE_AT] });
  assert.deepEqual([verdict.strike, verdict.value], ['101', '90']);
});

test('the value that arrived last is shown, whatever the order of the list', () => {
  const values = [
    { ...at(CLOSE_AT), text: '105', receivedAt: CLOSE_AT + 2000 },
    { ...at(CLOSE_AT), text: '106' },
    { ...at(OPEN_AT), text: '100' },
  ];
  assert.equal(decideWindow(toWindow(OPENING, values)).value, '105');
});

test('a part of an average stands in for nothing, and says on how many it stands', () => {
  const terms = { ...STATED, source: 'rti60', strike: '100' };
  const decide = (...counts: (number | null)[]) =>
    decideWindow(
      toWindow(
        terms,
        counts.map((count, i) => ({ ...at(CLOSE_AT), text: '105', count, receivedAt: CLOSE_AT + i })),
      ),
    );
  assert.deepEqual(decide(59, 58).detail, { count: 58, of: 60 });
  assert.deepEqual(decide(null).detail, { count: null, of: 60 });
  assert.equal(decide(58, 60).result, 'yes');
  assert.equal(decide(60, 58).result, 'yes');
});

test('terms that are silent name each member that they call for', () => {
  const silent: SettlingTerms = {
    ...STATED,
    coin: null,
    statistic: null,
    test: 'between',
    strikeFrom: 'opening',
    openAt: null,
  };
  assert.deepEqual(decideWindow(toWindow(silent, [])).detail, {
    members: ['coin', 'statistic', 'openAt', 'strikeHigh'],
  });
});

const OPENING: SettlingTerms = {
  source: 'twap60',
  coin: 'btc',
  statistic: 'at',
  openAt: OPEN_AT,
  closeAt: CLOSE_AT,
  strikeFrom: 'opening',
  strike: null,
  strikeHigh: null,
  test: 'above',
  tie: 'yes',
  decimals: null,
  toleranceSeconds: 0,
};

const STATED: SettlingTerms = { ...OPENING, strikeFrom: 'stated', strike: '100' };

function at(t: number) {
  return { t, receivedAt: t + 1500 };
}

function toWindow(terms: SettlingTerms, values: readonly SeriesValue[]): SettledWindow {
  const series = { [`${terms.source}-${terms.coin}`]: values };
  return { terms, series, stated: null, termsChangedAt: null, resolution: { outcome: 'yes', payout: 1 } };
}
