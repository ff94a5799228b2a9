import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getIds, listsNoFirst } from '../../../simulator/polymarket/shapes.ts';
import { ladderAt } from '../../../simulator/world/listing.ts';
import { isOpen } from '../../../simulator/world/world.ts';
import {
  inspectCredential,
  type OpenedSecret,
  type SendOutcome,
  TRADING_VENUES,
  type VenueOutcome,
} from '../../../src/bot/execution/index.ts';
import { buildOutcomeAsset, buildPolymarketAsset } from '../../../src/domain/index.ts';
import {
  type ExecutionStand,
  liquidListing,
  patience,
  sendNow,
  startExecutionStand,
} from '../../support/execution-stand.ts';
import { describeExecutionVenue } from '../execution-venue.ts';

/**
 * Kalshi's first answer states the fee of a contract, rounded, and the order is read again for it; so fees are compared to
 * a hundredth of a cent each.
 */
function assertSame(found: SendOutcome | VenueOutcome, sent: SendOutcome): void {
  if (found.status !== 'filled' || sent.status !== 'filled') {
    assert.deepEqual(found, sent);
    return;
  }
  const withoutFees = ({ fills, isSettling: _, ...outcome }: typeof found) => ({
    ...outcome,
    fills: fills.map(({ venueFeeMicroUsd: _fee, ...fill }) => fill),
  });
  assert.deepEqual(withoutFees(found), withoutFees(sent));
  for (const [i, { venueFeeMicroUsd, size }] of found.fills.entries()) {
    const difference = (venueFeeMicroUsd ?? 0) - (sent.fills[i]?.venueFeeMicroUsd ?? 0);
    assert.ok(Math.abs(difference) <= Number(size), `${difference} of ${venueFeeMicroUsd}`);
  }
}

const sumUsd = (outcome: SendOutcome | VenueOutcome) =>
  outcome.status === 'filled'
    ? outcome.fills.reduce((sum, { notionalMicroUsd }) => sum + notionalMicroUsd, 0) / 1e6
    : 0;

for (const venue of TRADING_VENUES) {
  describe(`the bot's orders at ${venue}, over the simulator`, () => {
    let stand: ExecutionStand;
    before(async () => {
      stand = await startExecutionStand();
    });
    after(() => stand.simulator.close());
    describeExecutionVenue(venue, () => ({
      venue: stand.venues[venue],
      secret: stand.secrets[venue],
      ticket: (id) => stand.ticket(venue, id),
      unlisted: (id) => {
        const { ref } = stand.ticket(venue, id);
        const storeKey = venue === 'hyperliquid' ? 'perp-nosuch' : 'no-such-market';
        return stand.ticket(venue, id, { ref: { ...ref, storeKey } });
      },
    }));
    const send = async (id: string, changes = {}, secret = stand.secrets[venue]) => {
      const order = await stand.prepared(venue, stand.ticket(venue, id, changes), secret);
      const outcome = await stand.venues[venue].send(order, secret, sendNow());
      return { order, outcome, at: stand.clock() };
    };
    const lookUp = (
      { order, at }: Awaited<ReturnType<typeof send>>,
      secret: OpenedSecret = stand.secrets[venue],
    ) => stand.venues[venue].lookUp(order, { at, venueOrderId: null }, secret, patience());

    test('a buy fills, costs no more than asked, and the venue holds one order of it', async () => {
      const before = stand.simulator.trading.exchanges[venue].orders().length;
      const sent = await send('buy');
      assert.equal(sent.outcome.status, 'filled', JSON.stringify(sent.outcome));
      const usd = sumUsd(sent.outcome);
      assert.ok(usd > 15 && usd <= 20 * 1.011, String(usd));
      const orders = stand.simulator.trading.exchanges[venue].orders().slice(before);
      assert.equal(orders.length, 1);
      const [held] = orders;
      const size =
        sent.outcome.status === 'filled'
          ? sent.outcome.fills.reduce((sum, fill) => sum + Number(fill.size), 0)
          : 0;
      // Limitless takes its fee in shares.
      assert.ok(Math.abs(size - (held?.filled ?? 0) / 1e6) < (venue === 'limitless' ? 0.01 * size : 1e-6));
      assertSame(await lookUp(sent), sent.outcome);
    });

    test('a sell of what is held gives it back, and one without buys the other side', async () => {
      const bought = await send('open');
      assert.equal(bought.outcome.status, 'filled');
      const closing = await send('close', { side: 'sell', sizeUsd: 12 });
      assert.equal(closing.outcome.status, 'filled', JSON.stringify(closing.outcome));
      assert.equal(closing.order.leg, venue === 'hyperliquid' ? null : 'yes');
      const poor = stand.ticket(venue, 'open-short', { side: 'sell', sizeUsd: 500 });
      const preparation = await stand.venues[venue].prepare(poor, stand.secrets[venue], patience());
      assert.ok(preparation.status === 'ready');
      const legs = preparation.legs.map((leg) => leg?.leg);
      const expected = {
        hyperliquid: [null],
        polymarket: ['yes', 'no'],
        kalshi: ['no'],
        limitless: ['yes', 'no'],
      };
      assert.deepEqual(legs, expected[venue]);
      for (const order of preparation.legs) {
        if (order === undefined) continue;
        const outcome = await stand.venues[venue].send(order, stand.secrets[venue], sendNow());
        assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
        assertSame(await lookUp({ order, outcome, at: stand.clock() }), outcome);
      }
    });

    test('an order larger than the book is filled as far as the book goes, never beyond its limit', async () => {
      const sizeUsd = venue === 'hyperliquid' ? 900_000 : 40_000;
      // It holds nothing, so all of the order is bought.
      const rich = await stand.register({ venue, usd: 1_000_000 });
      const changes = { sizeUsd, maxSlippageBps: venue === 'hyperliquid' ? 5 : 300 };
      const sent = await send('large', changes, rich);
      assert.equal(sent.outcome.status, 'filled', JSON.stringify(sent.outcome));
      if (sent.outcome.status !== 'filled') return;
      const size = sent.outcome.fills.reduce((sum, fill) => sum + Number(fill.size), 0);
      assert.ok(size < 0.99 * Number(sent.order.size), `${size} of ${sent.order.size}`);
      for (const { price } of sent.outcome.fills) assert.ok(Number(price) <= Number(sent.order.limitPrice));
      assertSame(await lookUp(sent, rich), sent.outcome);
      // The book is renewed for the tests that follow.
      stand.advance(60_000);
    });

    test('an order far from the book ends with nothing traded', async () => {
      const mark = stand.ticket(venue, 'x').markPrice;
      const markPrice = venue === 'hyperliquid' ? Math.round(mark * 0.9) : Number((mark - 0.2).toFixed(2));
      const sent = await send('far', { markPrice });
      assert.equal(
        sent.outcome.status === 'rejected' && sent.outcome.reason,
        'no_liquidity',
        JSON.stringify(sent.outcome),
      );
    });

    test('sending the same stored bytes again trades nothing, and the look-up says what the first did', async () => {
      const sent = await send('twice');
      assert.equal(sent.outcome.status, 'filled');
      const again = await stand.venues[venue].send(sent.order, stand.secrets[venue], sendNow());
      assert.equal(again.status, 'unknown', JSON.stringify(again));
      assertSame(await lookUp(sent), sent.outcome);
      const held = stand.simulator.trading.exchanges[venue].orders();
      assert.equal(
        held.filter(({ request }) => request.clientId === sent.order.venueClientId).length,
        venue === 'polymarket' ? 0 : 1,
      );
    });

    test('without money at the venue an order is refused for lack of it', async () => {
      const poor = await stand.register({ venue, usd: 0.01 });
      const preparation = await stand.venues[venue].prepare(stand.ticket(venue, 'poor'), poor, patience());
      assert.equal(preparation.status, 'ready');
      if (preparation.status !== 'ready') return;
      const outcome = await stand.venues[venue].send(preparation.legs[0], poor, sendNow());
      assert.equal(
        outcome.status === 'rejected' && outcome.reason,
        'insufficient_funds',
        JSON.stringify(outcome),
      );
    });

    test('the form of a usable credential is whole', () => {
      assert.equal(inspectCredential(venue, stand.secrets[venue]).usable, true);
    });

    test('no error of the venue was left without a reason', () => {
      assert.equal(
        stand.venues[venue].getCounters().unmappedErrors,
        0,
        stand.venues[venue].getCounters().lastUnmappedError ?? '',
      );
    });
  });
}

test('a market of Protocol V2 is traded on its own exchange, and its shares are given back', async (t) => {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const listing = stand.simulator.world.universe(stand.clock()).byVenue.polymarket.find((one) => {
    const { bids, asks } = ladderAt(one, stand.clock());
    return getIds(one).version === 'v2' && isOpen(one, stand.clock()) && bids.length > 1 && asks.length > 1;
  });
  assert.ok(listing !== undefined, 'the simulator lists a market of Protocol V2');
  const { bids, asks } = ladderAt(listing, stand.clock());
  const markPrice = ((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2;
  const terms = { ref: buildPolymarketAsset(listing.name), markPrice, maxSlippageBps: 3_000 };
  const rich = await stand.register({ venue: 'polymarket', usd: 1_000 });
  for (const [id, changes] of [
    ['open', { side: 'buy', sizeUsd: 20 }],
    ['close', { side: 'sell', sizeUsd: 10 }],
  ] as const) {
    const order = await stand.prepared(
      'polymarket',
      stand.ticket('polymarket', id, { ...terms, ...changes }),
      rich,
    );
    assert.deepEqual([order.leg, order.details.tokenId], ['yes', getIds(listing).tokens[0]]);
    const outcome = await stand.venues.polymarket.send(order, rich, sendNow());
    assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
    assert.equal(
      stand.simulator.trading.exchanges.polymarket.order(order.venueClientId)?.id,
      order.venueClientId,
    );
  }
});

test('where Polymarket lists No first, an order of Yes trades Yes', async (t) => {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const listing = liquidListing(stand.simulator, 'polymarket', stand.clock(), listsNoFirst);
  const { bids, asks } = ladderAt(listing, stand.clock());
  const markPrice = ((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2;
  const terms = { ref: buildPolymarketAsset(listing.name), markPrice };
  const [yes, no] = getIds(listing).tokens;
  const { venues } = stand;
  for (const [side, token, leg] of [
    ['buy', yes, 'yes'],
    ['sell', no, 'no'],
  ] as const) {
    const poor = await stand.register({ venue: 'polymarket', usd: 1_000 });
    const order = await stand.prepared(
      'polymarket',
      stand.ticket('polymarket', side, { ...terms, side }),
      poor,
    );
    assert.deepEqual([order.leg, order.details.tokenId], [leg, token]);
    const outcome = await venues.polymarket.send(order, poor, sendNow());
    assert.ok(outcome.status === 'filled', JSON.stringify(outcome));
    for (const { price } of outcome.fills) assert.ok(Math.abs(Number(price) - markPrice) < 0.05, price);
  }
});

test('Hyperliquid outcomes trade in whole shares of the leg that the account can trade', async (t) => {
  const stand = await startExecutionStand();
  t.after(() => stand.simulator.close());
  const venue = stand.venues.hyperliquid;
  const listing = stand.simulator.world.universe(stand.clock()).byVenue.hyperliquid.find((one) => {
    const { bids, asks } = ladderAt(one, stand.clock());
    return isOpen(one, stand.clock()) && (bids[0]?.price ?? 0) > 0.3 && (asks[0]?.price ?? 1) < 0.7;
  });
  assert.ok(listing);
  const { bids, asks } = ladderAt(listing, stand.clock());
  const markPrice = ((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2;
  const trade = async (id: string, side: 'buy' | 'sell', sizeUsd: number) => {
    const ref = buildOutcomeAsset('x', listing.id);
    const changes = { ref, side, sizeUsd, markPrice, maxSlippageBps: 500 };
    const order = await stand.prepared('hyperliquid', stand.ticket('hyperliquid', id, changes));
    const outcome = await venue.send(order, stand.secrets.hyperliquid, sendNow());
    assert.equal(outcome.status, 'filled', JSON.stringify(outcome));
    const where = { at: stand.clock(), venueOrderId: null };
    assertSame(await venue.lookUp(order, where, stand.secrets.hyperliquid, patience()), outcome);
    if (outcome.status === 'filled') {
      // Fills are reported in Yes terms regardless of the leg.
      for (const { price } of outcome.fills) assert.ok(Math.abs(Number(price) - markPrice) < 0.05);
    }
    return order;
  };
  const buy = await trade('buy', 'buy', 30);
  assert.match(buy.venueAsset, /^#\d+0$/);
  assert.equal(Number(buy.size) % 1, 0);
  assert.equal((await trade('close', 'sell', 25)).leg, 'yes');
  const short = await trade('short', 'sell', 30);
  assert.equal(short.leg, 'no');
  assert.match(short.venueAsset, /^#\d+1$/);
});
