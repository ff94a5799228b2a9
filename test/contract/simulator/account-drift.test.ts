import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type SimPosition, UNIT } from '../../../simulator/trading/account.ts';
import { TRADING_VENUES, type TradingVenue } from '../../../src/bot/execution/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/domain/index.ts';
import { startExecutionStand } from '../../support/execution-stand.ts';
import { OWNER, openHoldingBench } from '../../support/holding-bench.ts';
import { isLong } from '../../support/long-tests.ts';

const stand = await startExecutionStand();
after(() => stand.simulator.close());

/** Changes what an account holds without an order of a bot. */
type Drift = (position: SimPosition, venue: TradingVenue) => void;
const change = (position: SimPosition, venue: TradingVenue, frac: number) => {
  if (venue === 'hyperliquid') position.coins += Math.round(position.coins * frac);
  else position.yes += Math.round(position.yes * frac);
};

const DRIFTS: Readonly<Record<string, Drift>> = {
  'more was bought by hand': (position, venue) => change(position, venue, 0.5),
  'a part was sold by hand': (position, venue) => change(position, venue, -0.3),
  'all was sold by hand': (position, venue) => change(position, venue, -1),
  'a little was sold by hand': (position, venue) => change(position, venue, -0.01),
  'it was turned round by hand': (position, venue) => {
    if (venue === 'hyperliquid') position.coins *= -1;
    else [position.yes, position.no] = [0, position.yes];
  },
  'the other side was bought by hand': (position, venue) => {
    if (venue === 'hyperliquid') position.coins -= 3 * position.coins;
    else position.no += Math.round(position.yes / 2);
  },
};

for (const venue of TRADING_VENUES) {
  const drifts = Object.entries(DRIFTS);
  // In the long form each venue meets all of them.
  const met = isLong || venue === 'hyperliquid' ? drifts : drifts.slice(2, 3);
  for (const [name, drift] of met) {
    test(`${venue}: ${name}: named by the second reading, and openings are rejected`, async (t) => {
      const bench = await openHoldingBench(t, stand, venue);
      const { trade, read, findHolding, findAccount, store } = bench;
      assert.equal((await trade('bot_a', {})).state, 'filled');
      await read(2);
      assert.deepEqual([(await findHolding())?.difference, (await findHolding())?.differing], ['0', 0]);

      const [position] = (await findAccount()).positions.values();
      assert.ok(position !== undefined);
      drift(position, venue);
      await read();
      assert.equal((await findHolding())?.differing, 1);
      await read();
      assert.equal((await findHolding())?.differing, 2);
      assert.deepEqual(await store.countMismatches(), [{ venue, count: 1 }]);
      const refused = await trade('bot_a', {});
      assert.deepEqual([refused.state, refused.reason], ['rejected', 'mismatch']);
      await read(3);
      assert.ok((await findHolding())?.differing === 5, 'a difference is never settled by itself');
    });
  }
}

test('what was traded by hand where the records are flat is named, and so is what two keys do not explain', async (t) => {
  const bench = await openHoldingBench(t, stand, 'hyperliquid');
  const { trade, read, findHolding, findAccount } = bench;
  await trade('bot_a', {});
  await bench.pass(MINUTE_MS);
  await trade('bot_a', { side: null });
  await read(2);
  assert.equal(await findHolding(), null, 'nothing is held and nothing recorded');
  const account = await findAccount();
  const [position] = account.positions.values();
  assert.ok(position !== undefined);
  account.tradeCoins(position.market, 5_000, 70_000);
  await read(2);
  assert.equal((await findHolding())?.differing, 2);
  account.tradeCoins(position.market, -5_000, 70_000);
  await read();
  assert.equal(await findHolding(), null);

  // Two keys of one owner: the account nets, their records do not.
  await trade('bot_a', {});
  await trade('bot_b', { side: 'sell' });
  await read(2);
  const netted = await findHolding();
  assert.deepEqual([netted?.size ?? '0', netted?.difference ?? '0'], ['0', '0']);
  assert.equal(await bench.store.countBots({ owner: OWNER, venue: 'hyperliquid' }), 2);
  account.tradeCoins(position.market, 1_000, 70_000);
  await read(2);
  assert.equal((await findHolding())?.differing, 2);
});

test('a liquidation that the venue names explains what is gone, once, with its price', async (t) => {
  const bench = await openHoldingBench(t, stand, 'hyperliquid');
  const { trade, read, findHolding, findAccount, orders, readRecord } = bench;
  await trade('bot_a', {});
  await trade('bot_b', { sizeUsd: 50 });
  await read(2);
  const account = await findAccount();
  const [position] = account.positions.values();
  assert.ok(position !== undefined);
  account.liquidate(position.market, 50_000, stand.clock());
  await read();
  assert.deepEqual([await readRecord('bot_a'), await readRecord('bot_b')], ['0', '0']);
  assert.equal(await findHolding(), null);
  const [record] = await orders.listRecent('bot_a', 1);
  assert.deepEqual(
    [record?.source, record?.side, record?.fills[0]?.kind, record?.fills[0]?.price],
    ['account', 'sell', 'liquidation', '50000'],
  );
  const score = await orders.findScore('bot_a', 'live');
  assert.ok(Number(score?.realizedMicroUsd) < 0 && score?.closings === 1 && score.fills === 1);
  // The same list again changes nothing, nor does it touch what is bought since.
  await trade('bot_a', {});
  const bought = await readRecord('bot_a');
  await read(3);
  assert.equal(await readRecord('bot_a'), bought);
  assert.equal((await findHolding())?.differing, 0);
});

test('an empty answer that comes once is named by nobody, and a venue that does not answer changes nothing', async (t) => {
  const bench = await openHoldingBench(t, stand, 'kalshi');
  const { trade, read, findHolding, findAccount, readings, place, pass } = bench;
  await trade('bot_a', {});
  await read(2);
  const [position] = (await findAccount()).positions.values();
  assert.ok(position !== undefined);
  const { yes } = position;
  position.yes = 0;
  await read();
  position.yes = yes;
  await read(2);
  assert.equal((await findHolding())?.differing, 0);
  stand.simulator.faults.set({ kind: 'status', status: 500, venue: 'kalshi', times: 1 });
  await pass(MINUTE_MS);
  assert.equal(await readings.read(place), null);
  const [account] = await bench.store.listAccounts(OWNER);
  assert.match(account?.problem ?? '', /500/);
  assert.equal((await findHolding())?.differing, 0);
  assert.equal((await trade('bot_a', {})).state, 'filled');
});

test('adopting makes the record what the account holds, forgetting ends it', async (t) => {
  const bench = await openHoldingBench(t, stand, 'polymarket');
  const { trade, read, findHolding, findAccount, store, ref, readRecord, orders } = bench;
  await trade('bot_a', {});
  await read(2);
  const [position] = (await findAccount()).positions.values();
  assert.ok(position !== undefined);
  position.yes += 10 * UNIT;
  await read(2);
  const before = await readRecord('bot_a');
  const reconcile = async (action: 'adopt' | 'forget', size: string | null) =>
    store.reconcile({
      owner: OWNER,
      botId: 'bot_a',
      venue: 'polymarket',
      asset: ref.asset,
      storeKey: ref.storeKey,
      action,
      size,
      price: '0.5',
      now: stand.clock(),
    });
  const held = String(position.yes / UNIT);
  assert.deepEqual(await reconcile('adopt', held), { status: 'reconciled', before, after: held });
  assert.equal(await readRecord('bot_a'), held);
  await read(2);
  assert.equal((await findHolding())?.differing, 0);
  assert.notEqual((await trade('bot_a', { sizeUsd: 5 })).reason, 'mismatch');

  await bench.pass(2 * MINUTE_MS);
  const gained = (await orders.findScore('bot_a', 'live'))?.realizedMicroUsd;
  await reconcile('forget', String(position.yes / UNIT));
  assert.equal(await readRecord('bot_a'), '0');
  assert.equal((await orders.findScore('bot_a', 'live'))?.realizedMicroUsd, gained, 'its gain is not known');
  await read(3);
  assert.equal((await findHolding())?.differing, 0, "what is left in the account is no bot's");
  const kinds = (await orders.listRecent('bot_a', 10)).flatMap(({ fills }) =>
    fills.map(({ kind }) => kind ?? 'trade'),
  );
  assert.deepEqual(kinds.toSorted(), ['adopted', 'reconciled', 'trade', 'trade']);
});

test('shares that wait for their redemption are no difference', async (t) => {
  const bench = await openHoldingBench(t, stand, 'limitless');
  const { trade, read, findHolding, orders, ref, ends } = bench;
  await trade('bot_a', {});
  await read(2);
  ends.set(ref.storeKey, { value: 1, recordedAt: stand.clock() });
  await orders.closePositions('limitless', ref.storeKey, 1, stand.clock());
  await read(3);
  const waiting = await findHolding();
  assert.ok(Number(waiting?.yes) > 0);
  assert.equal(waiting?.differing, 0);
});

for (const venue of TRADING_VENUES) {
  test(`${venue}: normal trading of two keys is no drift`, async (t) => {
    const bench = await openHoldingBench(t, stand, venue);
    const until = isLong ? DAY_MS : 8 * MINUTE_MS;
    let trades = 0;
    for (let ms = 0; ms < until; ms += MINUTE_MS) {
      const minute = ms / MINUTE_MS;
      if (minute % 7 === 0) await bench.trade('bot_a', minute % 14 === 0 ? {} : { side: null });
      if (minute % 11 === 0)
        await bench.trade('bot_b', { side: minute % 22 === 0 ? 'sell' : 'buy', sizeUsd: 40 });
      if (minute % 7 === 0) trades++;
      await bench.read();
      const holding = await bench.findHolding();
      assert.ok((holding?.differing ?? 0) < 2, `minute ${minute}: ${JSON.stringify(holding)}`);
    }
    t.diagnostic(`${trades} trades of the first key, no difference was named`);
  });
}
