import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { fixture } from '../../../test/support/loopback-venues/hyperliquid.ts';
import { StrictIntake } from '../../../test/support/strict-intake.ts';
import { epochMs, NO_TERMS } from '../../domain/index.ts';
import type { WireSchema } from '../../upstream/client.ts';
import { toResolution } from './adapter.ts';
import { listCompleteQuestions } from './complete-questions.ts';
import { findExpiry, readDescription } from './description.ts';
import {
  applyMetaUpdates,
  findOutcomeState,
  findYesSide,
  normaliseOutcomeMeta,
  type OutcomeMarket,
  type OutcomeQuote,
} from './normalise-outcomes.ts';
import { normalisePerps } from './normalise-perps.ts';
import { readOutcomeText } from './read-outcome-text.ts';
import * as wire from './wire.ts';

function parsed<T>(
  schema: { accepts(value: unknown): value is T; findProblem(value: unknown): string | null },
  name: string,
): T {
  const body = fixture(name);
  if (!schema.accepts(body)) throw new Error(`${name}: ${schema.findProblem(body)}`);
  return body;
}

/** Reads the rows of a recorded body and requires that each of them is valid. */
const rows = <Schema extends TSchema>(wireRow: WireSchema<Schema>, list: readonly unknown[]) =>
  new StrictIntake().readRows(list, wireRow);
const readPerps = (name: string) => {
  const [{ universe }, contexts] = parsed(wire.metaAndAssetCtxs, name);
  return { universe: rows(wire.perpMeta, universe), contexts: rows(wire.perpContext, contexts) };
};
const readMeta = (name: string) => {
  const { outcomes, questions } = parsed(wire.outcomeMeta, name);
  return { outcomes: rows(wire.outcomeRow, outcomes), questions: rows(wire.questionRow, questions) };
};
const meta = () => readMeta('outcomeMeta');
const templateMeta = () => readMeta('outcomeMeta-templates.described');
const templates = () =>
  new Map(
    rows(wire.outcomeTemplate, parsed(wire.outcomeTemplates, 'outcomeTemplates.described')).map(
      (template) => [template.id, template],
    ),
  );
const noTemplates = new Map();
const restFacts = { fromRest: true, findVolumeCounter: () => null };
const unknownQuote: OutcomeQuote = {
  touch: null,
  isTouchFresh: false,
  mid: null,
  lastPrice: null,
  volume24hUsd: null,
  volumeCounter: null,
  polled: null,
  carried: false,
};

function market(markets: readonly OutcomeMarket[], outcome: number): OutcomeMarket {
  const found = markets.find((each) => each.outcome === outcome);
  assert.ok(found, `outcome ${outcome} is listed`);
  return found;
}

test('a perpetual takes mark, oracle, funding and dollar open interest from its context', () => {
  const { universe, contexts } = readPerps('metaAndAssetCtxs-main');
  const [btc] = normalisePerps(universe, contexts, restFacts);
  assert.equal(btc?.ref.storeKey, 'perp-btc');
  assert.equal(btc?.price, 66344);
  assert.equal(btc?.ticker.midPx, 66371.5);
  assert.equal(btc?.ticker.fundingHourly, -0.000003688);
  assert.equal(btc?.ticker.openInterestUsd, 22727.78266 * 66344);
  assert.equal(btc?.ticker.changePct, (66344 / 69557 - 1) * 100);
  assert.deepEqual([btc?.ticker.impactBid, btc?.ticker.impactAsk], [66371, 66372]);
  assert.deepEqual([btc?.bid, btc?.ask], [null, null]);
});

test('a delisted perpetual is hidden and its neighbours keep their own contexts', () => {
  const { universe, contexts } = readPerps('metaAndAssetCtxs-main');
  const perps = normalisePerps(universe, contexts, restFacts);
  assert.deepEqual(
    perps.map(({ ticker }) => ticker.coin),
    ['BTC', 'ETH', 'kPEPE'],
  );
  const kPepe = universe.findIndex(({ name }) => name === 'kPEPE');
  assert.equal(perps[2]?.price, Number(contexts[kPepe]?.markPx));
});

test('a perpetual whose book lacks a side has no mid and is still priced by its mark', () => {
  const { universe, contexts } = readPerps('metaAndAssetCtxs-main');
  const delisted = universe.findIndex(({ isDelisted }) => isDelisted === true);
  assert.equal(contexts[delisted]?.midPx, null);
  const shown = universe.map(({ isDelisted: _, ...each }) => each);
  const state = normalisePerps(shown, contexts, restFacts)[delisted];
  assert.equal(state?.ticker.midPx, null);
  assert.equal(state?.ticker.impactBid, null);
  assert.ok((state?.price ?? 0) > 0);
});

test('assets of a builder dex keep the prefix in id and key', () => {
  const { universe, contexts } = readPerps('metaAndAssetCtxs-xyz');
  const [first] = normalisePerps(universe, contexts, restFacts);
  assert.deepEqual([first?.ref.asset, first?.ref.storeKey], ['hl-xyz:XYZ100', 'perp-xyz:xyz100']);
});

test('contexts beyond a universe that is one listing behind are ignored', () => {
  const { universe, contexts } = readPerps('metaAndAssetCtxs-xyz');
  assert.equal(normalisePerps(universe.slice(0, 1), contexts, restFacts).length, 1);
});

test('fallback outcomes and outcomes without exactly two sides are no markets', () => {
  const ids = normaliseOutcomeMeta(meta(), noTemplates).map(({ outcome }) => outcome);
  for (const fallback of [171, 509, 843]) assert.ok(!ids.includes(fallback), `fallback ${fallback}`);
  assert.equal(ids.length, 14);
  const described = normaliseOutcomeMeta(templateMeta(), noTemplates).map(({ outcome }) => outcome);
  assert.ok(!described.includes(9300), 'one-sided');
  assert.ok(!described.includes(9068), 'fallback of a template question');
});

test('a stand-alone price market says underlying, strike, direction, source and end', () => {
  const { text, ref, labels, yesCoin } = market(normaliseOutcomeMeta(meta(), noTemplates), 839);
  assert.equal(ref.asset, 'hl-pred-recurring-839');
  assert.equal(ref.storeKey, 'pred-recurring-839');
  assert.equal(yesCoin, '#8390');
  assert.deepEqual(labels, ['Yes', 'No']);
  assert.equal(text.title, 'BTC above 64953 at 2026-07-16 06:00 UTC');
  assert.equal(text.endDate, Date.UTC(2026, 6, 16, 6));
  assert.deepEqual(text.terms, {
    ...NO_TERMS,
    direction: 'above',
    strike: 64953,
    underlying: 'BTC',
    settlementSource: 'Hyperliquid BTC mark price',
  });
  assert.equal(text.nativeSlug, 'btc-above-64953-yes-jul-16-0600');
});

test('price buckets are below, between and above the thresholds of their question', () => {
  const markets = normaliseOutcomeMeta(meta(), noTemplates);
  const rows = [844, 845, 846].map((outcome) => market(markets, outcome).text);
  assert.deepEqual(
    rows.map(({ terms: { direction, strike, strikeHigh } }) => [direction, strike, strikeHigh]),
    [
      ['below', 63653, null],
      ['between', 63653, 66252],
      ['above', 66252, null],
    ],
  );
  assert.equal(rows[1]?.title, 'BTC from 63653 to 66252 at 2026-07-16 06:00 UTC');
  assert.equal(rows[1]?.eventTitle, 'BTC price range at 2026-07-16 06:00 UTC');
  assert.equal(rows[1]?.nativeSlug, 'btc-price-range-jul-16-0600-63653-to-66252-yes');
});

test('a free-text outcome is titled by question and name, has no end date and a category from its tail', () => {
  const { text, ref } = market(normaliseOutcomeMeta(meta(), noTemplates), 173);
  assert.equal(ref.asset, 'hl-pred-argentina-173');
  assert.equal(text.title, '2026 World Cup Champion: Argentina');
  assert.equal(text.category, 'sports');
  assert.equal(text.endDate, null);
  assert.ok(text.rules?.startsWith('This outcome resolves to Yes if Argentina'));
  assert.ok(!text.rules?.includes('metadata='));
  assert.equal(text.nativeSlug, '2026-world-cup-champion-argentina-yes');
});

test('sides with names of their own are labelled by them, the first being Yes', () => {
  const { labels, yesCoin } = market(normaliseOutcomeMeta(meta(), noTemplates), 822);
  assert.deepEqual([labels, yesCoin], [['England', 'Argentina'], '#8220']);
});

test('Yes is found by its name, also in the second place', () => {
  const rows: [string[], 0 | 1 | null][] = [
    [['Yes', 'No'], 0],
    [['No', 'Yes'], 1],
    [['template:No', 'template:Yes'], 1],
    [['Long', 'Short'], 0],
    [['Short', 'Long'], 1],
    [['Yes'], null],
    [['Yes', 'No', 'Draw'], null],
    [['Same', 'Same'], null],
  ];
  for (const [names, expected] of rows) {
    const sideSpecs = names.map((name) => ({ name }));
    assert.equal(
      findYesSide({ outcome: 1, name: 'x', description: '', sideSpecs }),
      expected,
      names.join('/'),
    );
  }
  const scalar = market(normaliseOutcomeMeta(templateMeta(), noTemplates), 9200);
  assert.deepEqual([scalar.yesCoin, scalar.labels], ['#92001', ['Long', 'Short']]);
});

test('a template outcome is worded by the registry, and understandable without it', () => {
  const withRegistry = market(normaliseOutcomeMeta(templateMeta(), templates()), 9115);
  const without = market(normaliseOutcomeMeta(templateMeta(), noTemplates), 9115);
  for (const { text, labels, ref } of [withRegistry, without]) {
    assert.equal(ref.asset, 'hl-pred-template-binaryprice-9115');
    assert.equal(text.title, 'HYPE above 93.058 at 2026-10-06 10:15 UTC');
    assert.deepEqual(labels, ['Yes', 'No']);
    assert.equal(text.endDate, Date.UTC(2026, 9, 6, 10, 15));
    assert.deepEqual(
      [text.terms.direction, text.terms.strike, text.terms.underlying],
      ['above', 93.058, 'HYPE'],
    );
    assert.equal(text.terms.settlementSource, 'HYPE-USDC perp mark, 60 s average');
    assert.equal(text.nativeSlug, null);
  }
  assert.equal(withRegistry.text.category, 'price');
});

test('the end of a template market is the first key that names one, of its row or its question', () => {
  const end = Date.UTC(2026, 9, 6, 10, 15);
  const dayEnd = Date.UTC(2026, 9, 7) - 1;
  const rows: [own: string, parent: string, endDate: number | null][] = [
    ['time:20261006-1015|resolutionDeadline:20261101-0000', '', end],
    ['dateTime:20261006-1015|date:20261001', '', end],
    ['expiry:20261006-1015|listingDeadline:20261001-0000', '', end],
    ['date:20261006|decisionDeadline:20261001-0000', '', dayEnd],
    ['listingDeadline:20261006-1015|decisionDeadline:20261001-0000', '', end],
    ['decisionDeadline:20261006|resolutionDeadline:20261001-0000', '', dayEnd],
    ['participant:Arsenal', 'resolutionDeadline:20261006-1015|season:2026', end],
    ['participant:Arsenal', 'decisionDeadline:20261006-1015|scheduledDecision:20261001-1800', end],
    ['scheduledStart:20261006-1015', '', null],
    ['participant:Arsenal', 'scheduledDecision:20261006-1015', null],
    ['time:20260230-1015', '', null],
    ['date:20260229', '', null],
    ['time:20261340-1015|resolutionDeadline:20261006-1015', '', end],
    ['company:Anthropic', '', null],
  ];
  for (const [own, parent, endDate] of rows) {
    const outcome = { outcome: 2, name: 'template:x', description: own, sideSpecs: [] };
    const question = { question: 1, name: 'template:y', description: parent, namedOutcomes: [2] };
    const read = readOutcomeText(outcome, parent === '' ? null : question, noTemplates, 'Yes');
    assert.equal(read.endDate, endDate, `${own} / ${parent}`);
  }
});

test('a version of a template that is not known has no terms', () => {
  const description = 'perp:BTC|priceDescription:mark|seconds:60|threshold:50|time:20261006-1015';
  const directions = ['binaryPrice', 'binaryPrice4', 'binaryPriceExternal'].map((id) => {
    const outcome = { outcome: 2, name: `template:${id}`, description, sideSpecs: [] };
    return readOutcomeText(outcome, null, noTemplates, 'Yes').terms.direction;
  });
  assert.deepEqual(directions, ['above', null, null]);
});

test('a template question names its participants', () => {
  const markets = normaliseOutcomeMeta(templateMeta(), templates());
  assert.equal(
    market(markets, 9069).text.title,
    'English Premier League: Coventry City v Newcastle United: Coventry City',
  );
  const plain = normaliseOutcomeMeta(templateMeta(), noTemplates);
  assert.equal(market(plain, 9070).text.title, 'Coventry City v Newcastle United: Draw');
});

test('a template of which nothing is known is titled by its values', () => {
  const { text } = market(normaliseOutcomeMeta(templateMeta(), noTemplates), 9200);
  assert.equal(text.title, 'scalarPrice (perp BTC, low 60000, high 90000, time 2026-10-07 00:00 UTC)');
  assert.equal(text.terms.direction, null);
});

test('exclusive follows from a question; exhaustive from a complete one', () => {
  const markets = normaliseOutcomeMeta(meta(), noTemplates);
  const complete = listCompleteQuestions(markets, noTemplates);
  const facts = (outcome: number) => {
    const { ticker } = findOutcomeState(market(markets, outcome), unknownQuote, complete);
    return [ticker.exclusive, ticker.exhaustive, ticker.eventKey];
  };
  assert.deepEqual(facts(845), [true, true, 'question-145']);
  assert.deepEqual(facts(173), [true, null, 'question-32']);
  assert.deepEqual(facts(839), [null, null, null]);
});

test('the price of an outcome is the middle of a book with both sides, and nothing else', () => {
  const listed = market(normaliseOutcomeMeta(meta(), noTemplates), 839);
  const venueTime = epochMs(1);
  const rows: [string, Partial<OutcomeQuote>, number | null][] = [
    ['both sides', { touch: { bid: 0.38, ask: 0.39377, venueTime }, isTouchFresh: true }, 0.386885],
    ['no ask', { touch: { bid: 0.38, ask: null, venueTime }, isTouchFresh: true, mid: 0.4 }, null],
    ['no bid', { touch: { bid: null, ask: 0.4, venueTime }, isTouchFresh: true, mid: 0.4 }, null],
    ['empty', { touch: { bid: null, ask: null, venueTime }, isTouchFresh: true, mid: 0.5 }, null],
    ['untouched at one half', { mid: 0.5 }, null],
    ['mid of an unknown book', { mid: 0.4 }, null],
    [
      'mid of a book known to have both sides',
      { touch: { bid: 0.3, ask: 0.4, venueTime }, mid: 0.386905 },
      0.386905,
    ],
    ['a true middle of one half', { touch: { bid: 0.49, ask: 0.51, venueTime }, isTouchFresh: true }, 0.5],
  ];
  for (const [name, quote, expected] of rows) {
    const state = findOutcomeState(listed, { ...unknownQuote, ...quote }, new Set());
    assert.equal(state.price, expected, name);
    assert.equal(state.ticker.yesPrice, expected, name);
  }
});

test('No is Yes seen from below: its bid is one less the Yes ask', () => {
  const listed = market(normaliseOutcomeMeta(meta(), noTemplates), 839);
  const touch = { bid: 0.38, ask: 0.39377, venueTime: epochMs(5) };
  const { ticker, venueTime } = findOutcomeState(
    listed,
    { ...unknownQuote, touch, isTouchFresh: true },
    new Set(),
  );
  assert.deepEqual([ticker.noBid, ticker.noAsk, ticker.noPrice], [0.60623, 0.62, 0.613115]);
  assert.equal(venueTime, 5);
});

test('the quote token is read: volume is in dollars only where the token is a dollar', () => {
  const volumeIn = (quoteToken: string | undefined) => {
    const [first] = meta().outcomes.filter(({ outcome }) => outcome === 839);
    assert.ok(first);
    const { quoteToken: _, ...rest } = first;
    const outcome = quoteToken === undefined ? rest : { ...rest, quoteToken };
    const listed = market(normaliseOutcomeMeta({ outcomes: [outcome], questions: [] }, noTemplates), 839);
    return findOutcomeState(listed, { ...unknownQuote, volume24hUsd: 10 }, new Set()).ticker.volume24hUsd;
  };
  assert.deepEqual(['USDC', 'USDH', 'HYPE'].map(volumeIn), [10, 10, null]);
});

test('in the recorded mids Yes and No of every outcome add up to one', () => {
  const mids = parsed(wire.allMids, 'allMids');
  for (const { yesCoin, outcome } of normaliseOutcomeMeta(meta(), noTemplates)) {
    const sum = Number(mids[yesCoin]) + Number(mids[`#${10 * outcome + 1}`]);
    assert.ok(Math.abs(sum - 1) < 1e-9, yesCoin);
  }
});

test('updates of the metadata are read in both published shapes', () => {
  const bare = fixture('ws-outcomeMetaUpdates') as { data: unknown };
  assert.ok(wire.outcomeMetaUpdates.accepts(bare.data) && Array.isArray(bare.data));
  const before = { outcomes: [], questions: [] };
  const created = applyMetaUpdates(before, rows(wire.metaUpdate, bare.data.slice(0, 1)));
  assert.equal(market(normaliseOutcomeMeta(created, noTemplates), 9115).text.terms.strike, 93.058);
  assert.deepEqual(
    applyMetaUpdates(created, rows(wire.metaUpdate, bare.data)).questions,
    [],
    'the question is settled in the same frame',
  );

  const wrapped = fixture('ws-outcomeMetaUpdates-wrapped.described') as { data: unknown };
  assert.ok(wire.outcomeMetaUpdates.accepts(wrapped.data) && !Array.isArray(wrapped.data));
  const left = applyMetaUpdates(meta(), rows(wire.metaUpdate, wrapped.data.updates));
  assert.ok(!left.outcomes.some(({ outcome }) => [839, 843, 844, 845, 846].includes(outcome)));
  assert.equal(left.outcomes.length, meta().outcomes.length - 5);
});

test('a resolution is reported in terms of Yes, and a fraction is void with its payout', () => {
  const settled = parsed(wire.settledOutcome, 'settledOutcome.described');
  assert.ok(settled !== null);
  const { ref } = market(normaliseOutcomeMeta(meta(), noTemplates), 839);
  const outcomes = (fraction: string, names = ['Yes', 'No']) => {
    const spec = { ...settled.spec, sideSpecs: names.map((name) => ({ name })) };
    const resolution = toResolution(ref, { spec, settleFraction: fraction });
    return resolution === null ? null : [resolution.outcome, resolution.payout];
  };
  assert.deepEqual(outcomes('1.0'), ['yes', 1]);
  assert.deepEqual([outcomes('1.5'), outcomes('-0.1'), outcomes('x')], [null, null, null]);
  assert.deepEqual(outcomes('0.0'), ['no', 0]);
  assert.deepEqual(outcomes('0.5'), ['void', 0.5]);
  assert.deepEqual(outcomes('1.0', ['No', 'Yes']), ['no', 0]);
  assert.ok(wire.settledOutcome.accepts(null), 'open');
});

test('trading ends at the expiry of a price market and does not learn of a contest', () => {
  const closeTime = (listed: OutcomeMarket) =>
    findOutcomeState(listed, unknownQuote, new Set()).ticker.closeTime;
  assert.equal(closeTime(market(normaliseOutcomeMeta(meta(), noTemplates), 839)), Date.UTC(2026, 6, 16, 6));
  const description = 'participant:A|scheduledStart:20260926-1845|resolutionDeadline:20260927-1845';
  const [first] = templateMeta().outcomes.filter(({ outcome }) => outcome === 9069);
  assert.ok(first);
  const contest = market(
    normaliseOutcomeMeta({ outcomes: [{ ...first, description }], questions: [] }, noTemplates),
    9069,
  );
  assert.equal(contest.text.endDate, Date.UTC(2026, 8, 27, 18, 45));
  assert.equal(closeTime(contest), null);
  assert.equal(
    contest.text.terms.startsAt,
    Date.UTC(2026, 8, 26, 18, 45),
    'the contest begins before its deadline',
  );
});

test('an expiry is UTC, and a day that does not exist is none', () => {
  assert.equal(findExpiry('20260716-0600'), Date.UTC(2026, 6, 16, 6));
  for (const wrong of [undefined, '', '2026-07-16', '20260230-0000', '20260716-2500', '20261301-0000']) {
    assert.equal(findExpiry(wrong), null, String(wrong));
  }
});

test('prose with colons is no list of pairs', () => {
  assert.equal(readDescription('Resolves to Yes if: the team wins').fields.size, 0);
  assert.equal(readDescription('index:0').fields.get('index'), '0');
  assert.equal(readDescription('Text. metadata=category:economics|subCategory:N/A').category, 'economics');
});

test('a book without the venue time, and a refusal with status 200, are distinguished', () => {
  assert.ok(wire.l2Book.accepts(fixture('l2Book-without-time')));
  assert.ok(wire.l2Book.accepts(null));
  for (const schema of [wire.l2Book, wire.metaAndAssetCtxs, wire.outcomeMeta]) {
    assert.ok(!schema.accepts({ status: 'err', response: 'refused' }), schema.name);
  }
  assert.ok(!wire.midPrice.accepts('NaN'));
});

test('a side that no probability can have is null in the ticker, and kept as evidence', () => {
  const markets = normaliseOutcomeMeta(meta(), noTemplates);
  const [first] = markets;
  assert.ok(first);
  const touch = { bid: 1.1995, ask: 0.6, venueTime: epochMs(1) };
  const quote = { ...unknownQuote, touch, isTouchFresh: true, mid: 0.9, lastPrice: 1.2 };
  const state = findOutcomeState(first, quote, new Set());
  const { yesBid, noAsk, yesAsk, noBid, yesPrice, lastPrice } = state.ticker;
  assert.deepEqual(
    [yesBid, noAsk, yesPrice, lastPrice, state.bid, state.price],
    [null, null, null, null, null, null],
  );
  assert.deepEqual([yesAsk, noBid], [0.6, 0.4]);
  assert.deepEqual(state.refused, [
    { member: 'yesBid', value: 1.1995 },
    { member: 'lastPrice', value: 1.2 },
  ]);
  const edges = findOutcomeState(
    first,
    { ...quote, touch: { ...touch, bid: 0, ask: 1 }, lastPrice: null },
    new Set(),
  );
  assert.deepEqual([edges.ticker.yesBid, edges.ticker.yesAsk, edges.refused], [0, 1, undefined]);
});
