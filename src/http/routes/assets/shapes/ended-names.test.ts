import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../../test/support/markets.ts';
import { buildKalshiAsset, MINUTE_MS } from '../../../../domain/index.ts';
import type { HistoryReader } from '../../../../history/contract/history-store.ts';
import { EndedMarkets } from './ended-names.ts';

const [RAIN, SNOW, FOG] = ['RAIN', 'SNOW', 'FOG'].map(buildKalshiAsset);

function setUp() {
  const clock = new ManualClock();
  const registered = new Map<string, object>([
    ['rain', { title: 'Will it rain?', yesMeans: 'Rain', noMeans: null, status: 'closed' }],
    ['fog', { title: 'Will there be fog?', yesMeans: null, noMeans: null, status: 'closed' }],
  ]);
  const asked: string[][] = [];
  const findMarketMany = async (keys: readonly { readonly storeKey: string }[]) => {
    asked.push(keys.map(({ storeKey }) => storeKey));
    return keys.map(({ storeKey }) => registered.get(storeKey) ?? null);
  };
  const history = { findMarketMany } as unknown as HistoryReader;
  return { clock, registered, asked, markets: new EndedMarkets(history, clock.read) };
}

test('the register is read once for each market, and again for one that it did not know', async () => {
  const { asked, registered, markets } = setUp();
  const [rain, fog] = [
    { title: 'Will it rain?', yesMeans: 'Rain', noMeans: null },
    { title: 'Will there be fog?', yesMeans: null, noMeans: null },
  ];
  const strip = (names: readonly (object | null)[]) =>
    names.map((each) =>
      each === null ? null : Object.fromEntries(Object.entries(each).filter(([name]) => name !== 'readAt')),
    );
  assert.deepEqual(strip(await markets.readNames([RAIN!, SNOW!])), [rain, null]);
  registered.set('snow', { title: 'Will it snow?', yesMeans: 'Snow', noMeans: null });
  const snow = { title: 'Will it snow?', yesMeans: 'Snow', noMeans: null };
  assert.deepEqual(strip(await markets.readNames([FOG!, RAIN!, SNOW!])), [fog, rain, snow]);
  assert.deepEqual(strip(await markets.readNames([SNOW!, FOG!])), [snow, fog]);
  assert.deepEqual(asked, [
    ['rain', 'snow'],
    ['fog', 'snow'],
  ]);
});

test('names are read again after ten minutes, as an import may have changed them', async () => {
  const { clock, registered, markets } = setUp();
  await markets.readNames([RAIN!]);
  registered.set('rain', { title: 'Rain?', yesMeans: 'It rains', noMeans: null });
  clock.advance(10 * MINUTE_MS - 1);
  assert.equal((await markets.readNames([RAIN!]))[0]?.yesMeans, 'Rain');
  clock.advance(1);
  assert.equal((await markets.readNames([RAIN!]))[0]?.yesMeans, 'It rains');
});
