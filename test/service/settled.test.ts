import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildPolymarketAsset,
  epochMs,
  type MarketFacts,
  NO_NAMES,
  NO_SETTLING,
  NO_TERMS,
} from '../../src/domain/index.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { NOW } from '../support/fixed-feed.ts';
import { type Bench, startBench } from '../support/service-bench.ts';
import { settledLine, settledRow } from '../support/settled-rows.ts';

const KEY = 'btc-updown-15m-1';
const REF = buildPolymarketAsset(KEY);
const SETTLING = { ...NO_SETTLING, source: 'chainlink', coin: 'btc', openAt: NOW - 900_000, closeAt: NOW };
const NAMES = [
  'asset',
  'venue',
  'source',
  'coin',
  'openAt',
  'closeAt',
  'verdict',
  'reason',
  'detail',
  'result',
].concat(
  ['outcome', 'strike', 'strikeBy', 'value', 'missing', 'agrees', 'settledAt', 'recordedAt', 'decidedAt'],
  ['changedFrom', 'rulesHash', 'termsHash', 'whyNull'],
);

async function register(history: HistoryStore, settling: MarketFacts['settling'] = SETTLING): Promise<void> {
  const market: MarketFacts = {
    ...REF,
    title: 'Up?',
    eventKey: null,
    event: null,
    category: null,
    outcomes: ['Up', 'Down'],
    ...NO_NAMES,
    terms: NO_TERMS,
    settling,
    statedBy:
      settling === null ? null : { source: 'resolutionSource', tie: 'description and strike_type differ' },
    closesAt: null,
    endsAt: null,
    nativeIds: {},
    url: null,
  };
  await history.append([], { venue: 'polymarket', at: epochMs(NOW), changed: [{ ...market, rules: null }] });
}

const resolve = (history: HistoryStore) =>
  history.putResolution({
    venue: 'polymarket',
    storeKey: KEY,
    asset: REF.asset,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(NOW),
    source: 'polymarket:gamma/markets',
    disputed: null,
    recordedAt: epochMs(NOW),
  });

async function get(app: Bench['app'], url: string) {
  const answer = await app.inject(url);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

test('verdicts are listed by time, page by page, and filters hold', async (t) => {
  const { app, history } = await startBench(t);
  assert.deepEqual(await get(app, '/api/settled'), {
    ok: true,
    count: 0,
    settled: [],
    nextCursor: null,
    truncated: false,
  });
  const rows = [
    settledRow('a', { decidedAt: epochMs(1_000) }),
    settledRow('b', {
      decidedAt: epochMs(2_000),
      verdict: 'unknown',
      reason: 'second_missing',
      missing: [5],
    }),
    settledRow('c', { decidedAt: epochMs(2_000), verdict: 'contradicted', source: null }),
  ];
  for (const row of rows.toReversed()) await history.putSettled(row);
  const first = await get(app, '/api/settled?limit=2');
  assert.deepEqual([first.count, first.truncated], [2, true]);
  assert.deepEqual(Object.keys(first.settled[0]), ['name', 'yesMeans', 'noMeans', ...NAMES]);
  assert.equal(first.settled[0].name, null, 'the market is not registered');
  assert.deepEqual([first.settled[0].asset, first.settled[0].whyNull], ['pm-a', {}]);
  const next = await get(app, `/api/settled?limit=2&cursor=${first.nextCursor}`);
  assert.deepEqual(
    next.settled.map(({ asset }: { asset: string }) => asset),
    ['pm-c'],
  );
  const count = async (query: string) => (await get(app, `/api/settled?${query}`)).count;
  assert.equal(await count('venue=kalshi'), 0);
  assert.equal(await count('source=twap60'), 2);
  assert.equal(await count('verdict=contradicted'), 1);
  assert.equal(await count('reason=second_missing'), 1);
  assert.equal(await count('since=2000'), 2);
  for (const query of ['venue=x', 'source=coinbase', 'verdict=right', 'reason=none', 'cursor=x', 'limit=0']) {
    const refused = await app.inject(`/api/settled?${query}`);
    assert.deepEqual([refused.statusCode, refused.json().error], [400, 'validation_failed'], query);
  }
});

test('a market has its terms, what the venue stated, its verdict and what is odd', async (t) => {
  const { app, history, pass } = await startBench(t);
  const url = `/api/settled/${REF.asset}`;
  assert.equal((await app.inject(url)).json().error, 'asset_not_found');
  await register(history);
  const ahead = await get(app, url);
  assert.deepEqual(Object.keys(ahead), [
    'ok',
    'asset',
    'settled',
    'settling',
    'statedBy',
    'stated',
    'anomalies',
    'whyNull',
  ]);
  assert.deepEqual(
    [ahead.settled, ahead.settling, ahead.whyNull],
    [null, SETTLING, { settled: 'not_resolved' }],
  );
  assert.deepEqual(ahead.anomalies, [
    {
      severity: 'warning',
      code: 'settling_terms_differ',
      venue: 'polymarket',
      message: `${REF.asset}: tie: description and strike_type differ; source is chainlink, usually twap60`,
    },
  ]);
  await resolve(history);
  pass(61_000);
  assert.deepEqual((await get(app, url)).whyNull, { settled: 'not_decided' });
  const stated = {
    strike: { kind: 'double', text: '86513.5' },
    value: null,
    openTakenAt: null,
    closeTakenAt: NOW,
  } as const;
  await history.addSettledLine(settledLine(KEY, { terms: SETTLING, stated }));
  await history.putSettled(
    settledRow(KEY, {
      verdict: 'contradicted',
      result: 'no',
      decidedAt: epochMs(NOW),
      agrees: { strike: false, value: null },
    }),
  );
  pass(61_000);
  const decided = await get(app, url);
  assert.deepEqual(decided.stated, stated);
  assert.deepEqual([decided.settled.verdict, decided.whyNull], ['contradicted', {}]);
  assert.deepEqual(
    decided.anomalies.map(({ code }: { code: string }) => code),
    ['settled_contradicted', 'settled_value_differs', 'settling_terms_differ'],
  );
  const page = await get(app, `/api/asset/${REF.asset}`).catch(() => null);
  assert.equal(page?.settled?.verdict ?? 'contradicted', 'contradicted');
  const { resolutions } = await get(app, '/api/resolutions');
  assert.equal(resolutions[0].verdict, 'contradicted');
});

test('a market that names no price has neither terms nor a verdict', async (t) => {
  const { app, history } = await startBench(t);
  await register(history, null);
  await resolve(history);
  const answer = await get(app, `/api/settled/${REF.asset}`);
  assert.deepEqual([answer.settling, answer.statedBy, answer.stated], [null, null, null]);
  assert.deepEqual(answer.whyNull, { settled: 'not_applicable' });
  const perp = await get(app, '/api/settled/hl-BTC');
  assert.deepEqual(perp.whyNull, { settled: 'not_applicable' });
  assert.equal((await get(app, '/api/asset/hl-BTC')).settled, null);
});

test('withheld values are null with the reason; a strike that the venue stated is shown', async (t) => {
  const { app, history } = await startBench(t, {
    rights: { isShown: (source) => source !== 'twap60' },
  });
  await register(history);
  await resolve(history);
  await history.putSettled(settledRow(KEY));
  await history.putSettled(settledRow('stated', { strikeBy: 'terms', decidedAt: epochMs(NOW) }));
  const { settled } = await get(app, '/api/settled');
  const [recorded, stated] = settled;
  assert.deepEqual([recorded.value, recorded.strike], [null, null]);
  assert.deepEqual(recorded.whyNull, { value: 'withheld', strike: 'withheld' });
  assert.deepEqual([stated.value, stated.strike], [null, '86513.574462924859113472']);
  assert.deepEqual(stated.whyNull, { value: 'withheld' });
  assert.equal(recorded.verdict, 'reproduced');
  const market = await get(app, `/api/settled/${REF.asset}`);
  assert.deepEqual(market.whyNull, { 'settled.value': 'withheld', 'settled.strike': 'withheld' });
});

test('the summary has a row a venue and source, and counts markets on one value once', async (t) => {
  const { app, history } = await startBench(t);
  const closeAt = NOW - 3_600_000;
  for (let i = 0; i < 40; i++)
    await history.putSettled(
      settledRow(`m${i}`, { closeAt: closeAt - i, verdict: i === 0 ? 'contradicted' : 'reproduced' }),
    );
  await history.putSettled(settledRow('u', { closeAt, verdict: 'unknown', reason: 'second_missing' }));
  await history.putSettled(
    settledRow('s', { closeAt, source: null, coin: null, verdict: 'unknown', reason: 'terms_silent' }),
  );
  await history.putSettled(settledRow('old', { closeAt: NOW - 8 * 86_400_000 }));
  const { rows, ...rest } = await get(app, '/api/settled/summary');
  assert.deepEqual(rest, { ok: true, days: 7, fromMs: NOW - 7 * 86_400_000, toMs: NOW });
  const [decided, silent] = rows;
  assert.equal(rows.length, 2);
  assert.deepEqual(
    [decided.venue, decided.source, decided.all, decided.reproduced, decided.contradicted, decided.unknown],
    ['polymarket', 'twap60', 41, 39, 1, { second_missing: 1 }],
  );
  // Wilson's interval of 39 of 40, where 40 clusters are worth 40 / (40 / 39) samples.
  assert.equal(decided.share, 0.975);
  assert.ok(Math.abs(decided.shareLow - 0.869165164262) < 1e-10, String(decided.shareLow));
  assert.ok(Math.abs(decided.shareHigh - 0.995651324716) < 1e-10, String(decided.shareHigh));
  assert.equal(decided.coverage, 40 / 41);
  assert.deepEqual(
    [silent.source, silent.all, silent.share, silent.shareLow, silent.coverage],
    [null, 1, null, null, 0],
  );
  assert.equal((await app.inject('/api/settled/summary?days=366')).statusCode, 400);
});

test('verdicts in a list have the names of their markets', async (t) => {
  const { app, history } = await startBench(t);
  await register(history);
  await history.putSettled(settledRow(KEY));
  const [row] = (await get(app, '/api/settled')).settled;
  assert.deepEqual([row.asset, row.name, row.yesMeans], [REF.asset, 'Up?', null]);
});
