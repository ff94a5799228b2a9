import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleFeed, sampleMarket } from '../../../test/support/sample-markets.ts';
import { type AssetRef, type Book, epochMs, HOUR_MS, type MarketState } from '../../domain/index.ts';
import { buildGroups, listMembersFrom } from '../../links/graph/groups.ts';
import { type Link, turnLink } from '../../links/link.ts';
import { CONTRACT_LOTS, PUBLISHED_FEES } from '../../venues/registry.ts';
import { answerArbitrage } from './arbitrage-screen.ts';
import type { OwnFees } from './fees.ts';
import { buildOpportunitySets } from './opportunity-sets.ts';

const endDate = '2026-12-31T00:00:00Z';
const now = epochMs(Date.parse('2026-12-11T00:00:00Z'));
const pm = sampleMarket('pm-a', { yesBid: 0.4, yesAsk: 0.42, category: 'crypto', endDate });
const kalshi = sampleMarket('kalshi-a', { yesBid: 0.47, yesAsk: 0.49, noAsk: 0.52, endDate });

function link(a: string, relation: Link['relation'], b: string, differences: string[] = []): Link {
  return { a, b, relation, confidence: 0.95, reasons: [], differences, source: 'matched' };
}

function buildLinks(...links: Link[]) {
  const { groups } = buildGroups(links, (asset) => asset.split('-')[0] ?? asset);
  const findMembers = (asset: string) =>
    listMembersFrom(
      groups.find((group) => group.has(asset)),
      asset,
    );
  return {
    group: findMembers,
    listGroups: () => groups.map((group) => findMembers([...group.keys()].sort()[0] ?? '')),
    findLinkBetween: (a: string, b: string) => {
      const found = links.find((one) => [one.a, one.b].includes(a) && [one.a, one.b].includes(b));
      return found === undefined ? null : turnLink(found, a);
    },
  };
}

function bookFrom(markets: readonly MarketState[], size: number) {
  return async ({ asset }: AssetRef): Promise<Book> => {
    const market = markets.find(({ ref }) => ref.asset === asset);
    if (market?.kind !== 'binary') throw new Error('no book');
    const { yesBid, yesAsk } = market.ticker;
    return {
      asset,
      bids: yesBid === null ? [] : [{ price: yesBid, size }],
      asks: yesAsk === null ? [] : [{ price: yesAsk, size }],
      venueTime: null,
      receivedAt: now,
    };
  };
}

function screen(
  markets: readonly MarketState[],
  links: ReturnType<typeof buildLinks>,
  more: {
    book?: ReturnType<typeof bookFrom> | null;
    capital?: number;
    stale?: 'kalshi'[];
    ownFees?: OwnFees;
  } = {},
) {
  const { book = bookFrom(markets, 1e6), capital = 1_000, stale = [], ownFees = {} } = more;
  return answerArbitrage(
    {
      feed: sampleFeed(markets, stale),
      links,
      book,
      clock: () => now,
      fees: PUBLISHED_FEES,
      lots: CONTRACT_LOTS,
      ownFees,
    },
    { capital },
  );
}

test('Yes on one venue and No on the other make an opportunity with its gross and net figures', async () => {
  const { summary, selected } = await screen(
    [pm, kalshi],
    buildLinks(link('pm-a', 'same', 'kalshi-a', ['Settled apart.'])),
  );
  assert.equal(summary.opportunitiesSelected, 1);
  const item = selected[0];
  assert.deepEqual(
    item?.legs.map(({ asset, side, price }) => [asset, side, price]),
    [
      ['pm-a', 'yes', 0.42],
      ['kalshi-a', 'no', 0.52],
    ],
  );
  assert.ok(Math.abs((item?.edgePct ?? 0) - 6.382978723404261) < 1e-9, 'the golden group g1');

  // Calculated by hand: n = 1000 / 0.94 = 1063.8297 contracts, rounded down to hundredths. The book sells No at 1 -
  // 0.47 = 0.53.
  const n = 1_063.82;
  assert.deepEqual(
    item?.net?.legs.map(({ contracts }) => contracts),
    [n, n],
  );
  const cost = n * (0.42 + 0.53);
  const fees = n * 0.07 * 0.42 * 0.58 + 18.5499; // 1063.82 * 0.07 * 0.53 * 0.47 is 18.54983, which is rounded up to 0.0001
  assert.ok(Math.abs((item?.net?.costUsd ?? 0) - cost) < 1e-6);
  assert.ok(Math.abs((item?.net?.feesUsd ?? 0) - fees) < 1e-6);
  assert.ok(Math.abs((item?.net?.profitUsd ?? 0) - (n - cost - fees)) < 1e-6);
  assert.equal(item?.net?.lockUpDays, 20);
  assert.ok(Math.abs((item?.net?.annualisedEdgePct ?? 0) - ((item?.net?.edgePct ?? 0) * 365) / 20) < 1e-9);
  assert.deepEqual(item?.net?.settlementDifferences, ['Settled apart.']);
});

test('contracts of all legs are one multiple of the lots of their venues', async () => {
  const links = buildLinks(link('pm-a', 'same', 'hl-pred-a'));
  const outcome = sampleMarket('hl-pred-a', { yesBid: 0.47, yesAsk: 0.49, noAsk: 0.52, endDate });
  const own = { polymarket: 0, hyperliquid: 0 };
  const { selected } = await screen([pm, outcome], links, { ownFees: own });
  // 1000 / 0.94 is 1063.83. This venue accepts only whole contracts.
  assert.deepEqual(
    selected[0]?.net?.legs.map(({ contracts }) => contracts),
    [1_063, 1_063],
  );
  assert.ok((selected[0]?.net?.filledFrac ?? 1) < 1);

  const thin = await screen([pm, outcome], links, { ownFees: own, book: bookFrom([pm, outcome], 0.9) });
  assert.deepEqual(
    [thin.selected[0]?.net, thin.selected[0]?.netReason],
    [null, 'The books hold less than the smallest order that all venues take, 1.'],
  );

  // A market that accepts only whole contracts, at a venue that accepts hundredths.
  const whole = { ...kalshi, contractLot: 1 };
  const cut = await screen([pm, whole], buildLinks(link('pm-a', 'same', 'kalshi-a')), {
    book: bookFrom([pm, whole], 10.99),
  });
  assert.equal(cut.selected[0]?.net?.contracts, 10);
});

test('a rebate is stated beside the leg, and is in no sum', async () => {
  const links = buildLinks(link('pm-a', 'same', 'kalshi-a'));
  const paying = { ...pm, makerRebateShare: 0.2 };
  const { selected } = await screen([paying, kalshi], links, { book: bookFrom([pm, kalshi], 100) });
  const plain = await screen([pm, kalshi], links, { book: bookFrom([pm, kalshi], 100) });
  const [rebated, other] = selected[0]?.net?.legs ?? [];
  // The rebate is one fifth of the taker fee of 100 * 0.07 * 0.42 * 0.58.
  assert.ok(Math.abs((rebated?.makerRebateUsd ?? 0) - 0.2 * 1.7052) < 1e-9);
  assert.equal(other?.makerRebateUsd, null);
  assert.equal(selected[0]?.net?.profitUsd, plain.selected[0]?.net?.profitUsd);
  assert.equal(plain.selected[0]?.net?.legs[0]?.makerRebateUsd, null);
});

test('a negative net figure is shown', async () => {
  const dear = sampleMarket('kalshi-a', { yesBid: 0.43, yesAsk: 0.49, noAsk: 0.57, endDate });
  const { selected } = await screen([pm, dear], buildLinks(link('pm-a', 'same', 'kalshi-a')));
  assert.ok((selected[0]?.expectedProfitUsd ?? 0) > 0);
  assert.ok((selected[0]?.net?.profitUsd ?? 0) < 0);
});

test('an opposite market takes part with its sides exchanged', async () => {
  const opposite = sampleMarket('kalshi-a', { yesBid: 0.5, yesAsk: 0.52, noAsk: 0.51, endDate });
  const { selected } = await screen([pm, opposite], buildLinks(link('pm-a', 'opposite', 'kalshi-a')));
  const legs = selected[0]?.legs.map(({ asset, side, price }) => `${asset} ${side} ${price}`).sort();
  assert.deepEqual(legs, ['kalshi-a yes 0.52', 'pm-a yes 0.42'], 'both Yes: exactly one of them wins');
});

test('a stale venue is left out, and links that are not traded make no opportunity', async () => {
  const stale = await screen([pm, kalshi], buildLinks(link('pm-a', 'same', 'kalshi-a')), {
    stale: ['kalshi'],
  });
  assert.equal(stale.summary.opportunitiesConsidered, 0);
  const related = await screen([pm, kalshi], buildLinks(link('pm-a', 'related', 'kalshi-a')));
  assert.equal(related.summary.opportunitiesConsidered, 0);
});

test('net is null with the reason where a book fails, is empty, or a fee is unknown', async () => {
  const links = buildLinks(link('pm-a', 'same', 'kalshi-a'));
  const failing = await screen([pm, kalshi], links, { book: () => Promise.reject(new Error('down')) });
  assert.deepEqual(
    [failing.selected[0]?.net, failing.selected[0]?.netReason],
    [null, 'The book of pm-a could not be read.'],
  );

  const empty = await screen([pm, kalshi], links, { book: bookFrom([pm, sampleMarket('kalshi-a', {})], 10) });
  assert.match(empty.selected[0]?.netReason ?? '', /holds nothing/);

  const limitless = sampleMarket('limitless-a', { yesBid: 0.47, yesAsk: 0.49, endDate });
  const unknown = await screen([pm, limitless], buildLinks(link('pm-a', 'same', 'limitless-a')));
  assert.match(unknown.selected[0]?.netReason ?? '', /publishes no figure/);
  assert.ok((unknown.selected[0]?.edgePct ?? 0) > 0, 'the gross figures stay');

  const without = await screen([pm, kalshi], links, { book: null });
  assert.equal(without.selected[0]?.net, null);
});

test('the thinnest book bounds the contracts of every leg', async () => {
  const { selected } = await screen([pm, kalshi], buildLinks(link('pm-a', 'same', 'kalshi-a')), {
    book: bookFrom([pm, kalshi], 100),
  });
  assert.equal(selected[0]?.net?.contracts, 100);
  assert.ok(Math.abs((selected[0]?.net?.filledFrac ?? 0) - 0.094) < 1e-9);
});

test('a market that states no end has no lock-up and no annualised edge', async () => {
  const open = sampleMarket('kalshi-a', { yesBid: 0.47, yesAsk: 0.49, noAsk: 0.52 });
  const { selected } = await screen([pm, open], buildLinks(link('pm-a', 'same', 'kalshi-a')));
  assert.deepEqual([selected[0]?.net?.lockUpDays, selected[0]?.net?.annualisedEdgePct], [null, null]);
});

test('a complete set needs an exclusive and exhaustive event, and takes each outcome where it is cheapest', () => {
  const whole = { eventKey: 'E', exclusive: true, exhaustive: true } as const;
  const home = sampleMarket('kalshi-h', { ...whole, yesAsk: 0.46 });
  const draw = sampleMarket('kalshi-d', { ...whole, yesAsk: 0.25 });
  const away = sampleMarket('kalshi-w', { ...whole, yesAsk: 0.3 });
  const pmHome = sampleMarket('pm-h', { yesAsk: 0.44 });
  const links = buildLinks(link('pm-h', 'same', 'kalshi-h'));

  const sets = buildOpportunitySets(sampleFeed([home, draw, away, pmHome]), links).groups;
  const set = sets.find(({ type }) => type === 'complete-set');
  assert.ok(set?.type === 'complete-set');
  assert.deepEqual(set.outcomes, ['kalshi-h', 'kalshi-d', 'kalshi-w']);
  assert.deepEqual(
    set.legs.filter(({ outcome }) => outcome === 'kalshi-h').map(({ asset }) => asset),
    ['kalshi-h', 'pm-h'],
  );

  const unsure = { ...draw, ticker: { ...draw.ticker, exhaustive: null } };
  const without = buildOpportunitySets(sampleFeed([home, unsure, away]), links).groups;
  assert.equal(without.filter(({ type }) => type === 'complete-set').length, 0);
});

test('the same event on two venues makes one complete set', () => {
  const event = (venue: string) =>
    ['x', 'y'].map((side) =>
      sampleMarket(`${venue}-${side}`, {
        eventKey: `e-${venue}`,
        exclusive: true,
        exhaustive: true,
        yesAsk: 0.45,
      }),
    );
  const links = buildLinks(link('kalshi-x', 'same', 'limitless-x'), link('kalshi-y', 'same', 'limitless-y'));
  const sets = buildOpportunitySets(sampleFeed([...event('kalshi'), ...event('limitless')]), links).groups;
  assert.equal(sets.filter(({ type }) => type === 'complete-set').length, 1);
});

test('best buys lots as long as one pays after taker fees, whatever the capital, and counts no rebate', async () => {
  const links = buildLinks(link('pm-a', 'same', 'kalshi-a'));
  const deep = async ({ asset }: AssetRef): Promise<Book> => ({
    asset,
    bids: [
      { price: 0.47, size: 100 },
      { price: 0.44, size: 500 },
    ],
    asks: [
      { price: 0.42, size: 40 },
      { price: 0.5, size: 900 },
    ],
    venueTime: null,
    receivedAt: now,
  });
  const run = (more: Parameters<typeof screen>[2] = {}) =>
    screen([{ ...pm, makerRebateShare: 0.9 }, kalshi], links, { book: deep, ...more });
  const { selected } = await run();
  const best = selected[0]?.best;
  // Calculated by hand: 40 contracts at 0.42 and 0.53. At 0.50 and 0.53 every further contract loses money.
  assert.equal(best?.contracts, 40);
  const cost = 40 * 0.95 + 40 * 0.07 * 0.42 * 0.58 + 0.6975; // 40 * 0.07 * 0.53 * 0.47 is 0.69748, which is rounded up to 0.0001
  assert.ok(Math.abs((best?.costUsd ?? 0) - cost) < 1e-9, `${best?.costUsd}`);
  assert.ok(Math.abs((best?.profitUsd ?? 0) - (40 - cost)) < 1e-9);
  const exact = 0.95 + 0.07 * (0.42 * 0.58 + 0.53 * 0.47);
  assert.ok(Math.abs((best?.marginalEdgeFrac ?? 0) - (1 - exact) / exact) < 1e-9);
  assert.ok(Math.abs((best?.annualisedFrac ?? 0) - (((40 - cost) / cost) * 365) / 20) < 1e-9);
  for (const capital of [0.5, 1e9]) assert.deepEqual((await run({ capital })).selected[0]?.best, best);

  const paid = await run({ ownFees: { polymarket: -100, kalshi: -100 } });
  const free = await run({ ownFees: { polymarket: 0, kalshi: 0 } });
  assert.deepEqual(paid.selected[0]?.best, free.selected[0]?.best, 'a fee below 0 is a rebate');

  const dear = await run({ ownFees: { polymarket: 1_000, kalshi: 1_000 } });
  assert.deepEqual(dear.selected[0]?.best, {
    contracts: 0,
    costUsd: 0,
    profitUsd: 0,
    marginalEdgeFrac: null,
    annualisedFrac: null,
  });
});

test('best is null where a book or a fee is not known, and has no year without an end', async () => {
  const links = buildLinks(link('pm-a', 'same', 'kalshi-a'));
  const unread = await screen([pm, kalshi], links, { book: null });
  assert.deepEqual([unread.selected[0]?.best, unread.selected[0]?.net], [null, null]);
  const noFee = sampleMarket('pm-a', { yesBid: 0.4, yesAsk: 0.42, endDate });
  assert.equal((await screen([noFee, kalshi], links)).selected[0]?.best, null, 'its category is not known');
  const endless = sampleMarket('kalshi-a', { yesBid: 0.47, yesAsk: 0.49, noAsk: 0.52 });
  const { best } = (await screen([pm, endless], links)).selected[0]!;
  assert.ok(best !== null && best.profitUsd > 0);
  assert.equal(best.annualisedFrac, null);
});

test('a lock-up below an hour has no figure of a year, and one of an hour has', async () => {
  const links = buildLinks(link('pm-a', 'same', 'kalshi-a'));
  const years = async (lockUpMs: number) => {
    const ends = { endDate: new Date(now + lockUpMs).toISOString() };
    const near = [
      sampleMarket('pm-a', { yesBid: 0.4, yesAsk: 0.42, category: 'crypto', ...ends }),
      sampleMarket('kalshi-a', { yesBid: 0.47, yesAsk: 0.49, noAsk: 0.52, ...ends }),
    ];
    const [row] = (await screen(near, links)).selected;
    assert.ok(row?.best != null && row.best.profitUsd > 0);
    return [row.best.annualisedFrac, row.net?.annualisedEdgePct].map((figure) => figure !== null);
  };
  assert.deepEqual(await years(HOUR_MS - 1_000), [false, false]);
  assert.deepEqual(await years(HOUR_MS), [true, true]);
});
