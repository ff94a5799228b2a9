import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/markets.ts';
import { buildKalshiAsset, MINUTE_MS } from '../../domain/index.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
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

const NOT_REGISTERED = { name: null, yesMeans: null, noMeans: null };

test('the register is read once for each market, also for one that it does not know', async () => {
  const { asked, markets } = setUp();
  const rain = { name: 'Will it rain?', yesMeans: 'Rain', noMeans: null };
  const fog = { name: 'Will there be fog?', yesMeans: null, noMeans: null };
  assert.deepEqual(await markets.readNames([RAIN!, SNOW!]), [rain, NOT_REGISTERED]);
  assert.deepEqual(await markets.readNames([FOG!, RAIN!, SNOW!]), [fog, rain, NOT_REGISTERED]);
  assert.deepEqual(await markets.readNames([SNOW!, FOG!]), [NOT_REGISTERED, fog]);
  assert.deepEqual(asked, [['rain', 'snow'], ['fog']]);
});

test('a market that was not registered is looked up again after a minute', async () => {
  const { clock, registered, markets } = setUp();
  await markets.readNames([SNOW!]);
  registered.set('snow', { title: 'Will it snow?', yesMeans: 'Snow', noMeans: null });
  clock.advance(MINUTE_MS - 1);
  assert.deepEqual(await markets.readNames([SNOW!]), [NOT_REGISTERED]);
  clock.advance(1);
  assert.equal((await markets.readNames([SNOW!]))[0]?.name, 'Will it snow?');
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
