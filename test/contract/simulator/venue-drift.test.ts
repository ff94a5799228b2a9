import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts';
import { formatVenueReport, renderHtml, toReportBody } from '../../../src/cli/doctor/venue-report-text.ts';
import { readConfig } from '../../../src/config/config.ts';
import { NO_SECRETS } from '../../../src/config/secrets.ts';
import { epochMs, type JsonObject, type VenueId, wallClock } from '../../../src/domain/index.ts';
import { checkVenue } from '../../../src/venues/check/check-venue.ts';
import type { VenueReport } from '../../../src/venues/check/venue-report.ts';
import { createAdapters, getProfile } from '../../../src/venues/registry.ts';
import { type Drift, DriftingVenue } from '../../support/drifting-venue.ts';
import { START } from '../../support/execution-stand.ts';

const VENUES = ['hyperliquid', 'polymarket', 'kalshi', 'limitless'] as const;
const STREAM_MS = 4_000;

let simulator: Simulator;
const venues: Record<string, DriftingVenue> = {};
before(async () => {
  const begun = performance.now();
  const clock = () => epochMs(START + performance.now() - begun);
  // With other seeds two teams meet twice on one day, under one slug.
  simulator = await startSimulator({ port: 0, seed: 7, markets: 300, clock });
  const { urls } = simulator;
  const targets = {
    hyperliquid: { url: urls.hyperliquid, wsUrl: urls.hyperliquidWs },
    polymarket: { url: urls.polymarketGamma, wsUrl: urls.polymarketWs },
    kalshi: { url: urls.kalshi, wsUrl: urls.kalshiWs },
    limitless: { url: urls.limitless, wsUrl: urls.limitlessWs },
  };
  for (const venue of VENUES) venues[venue] = await DriftingVenue.start(targets[venue]);
});
after(async () => {
  await Promise.all(Object.values(venues).map((venue) => venue.stop()));
  await simulator.close();
});

/** Checks all four venues, each with its drift. */
async function check(drifts: Partial<Record<VenueId, Drift>>): Promise<Record<VenueId, VenueReport>> {
  for (const venue of VENUES) venues[venue]!.drift = drifts[venue] ?? {};
  const { urls } = simulator;
  const privateKeyPem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const config = readConfig({
    CROSSTAPE_VENUES: VENUES.join(','),
    CROSSTAPE_HYPERLIQUID_URL: venues.hyperliquid?.url,
    CROSSTAPE_HYPERLIQUID_WS_URL: venues.hyperliquid?.wsUrl,
    CROSSTAPE_POLYMARKET_GAMMA_URL: venues.polymarket?.url,
    CROSSTAPE_POLYMARKET_CLOB_URL: urls.polymarketClob,
    CROSSTAPE_POLYMARKET_DATA_URL: urls.polymarketData,
    CROSSTAPE_POLYMARKET_WS_URL: venues.polymarket?.wsUrl,
    CROSSTAPE_KALSHI_URL: venues.kalshi?.url,
    CROSSTAPE_KALSHI_WS_URL: venues.kalshi?.wsUrl,
    CROSSTAPE_LIMITLESS_URL: venues.limitless?.url,
    CROSSTAPE_LIMITLESS_WS_URL: venues.limitless?.wsUrl,
  });
  const kalshiKey = { id: 'key', privateKeyPem: String(privateKeyPem) };
  const adapters = createAdapters({
    config,
    secrets: { ...NO_SECRETS, kalshiKey },
    clock: () => epochMs(simulator.now()),
    random: Math.random,
    userAgent: 'crosstape-test',
  });
  const signal = AbortSignal.timeout(60_000);
  const reports = await Promise.all(
    [...adapters].map(async ([venue, adapter]) => {
      const report = await checkVenue({
        adapter,
        profile: getProfile(venue),
        streamMs: STREAM_MS,
        everyMs: null,
        clock: () => epochMs(simulator.now()),
        signal,
      });
      await adapter.close();
      return [venue, report] as const;
    }),
  );
  return Object.fromEntries(reports) as Record<VenueId, VenueReport>;
}

/** Changes each object that has a member, wherever it lies. */
const inEach = (member: string, change: (object: Record<string, unknown>) => object) => (body: unknown) =>
  walk(body, (object) => (member in object ? change({ ...object }) : object));

function walk(value: unknown, change: (object: JsonObject) => object): unknown {
  if (Array.isArray(value)) return value.map((one) => walk(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, walk(member, change)]);
  return change(Object.fromEntries(members) as JsonObject);
}

const without = (member: string) => inEach(member, ({ [member]: _lost, ...rest }) => rest);
const renamed = (member: string, name: string) =>
  inEach(member, ({ [member]: value, ...rest }) => ({ ...rest, [name]: value }));
const replaced = (member: string, value: unknown) =>
  inEach(member, (object) => ({ ...object, [member]: value }));
const added = (beside: string, member: string) => inEach(beside, (object) => ({ ...object, [member]: 'x' }));
const info =
  (type: string, change: (body: unknown) => unknown) => (body: unknown, _path: string, asked: unknown) =>
    (asked as { type?: string } | null)?.type === type ? change(body) : undefined;

/** Five rounds of one drift a venue: the sentence that must name it. */
const ROUNDS: readonly Partial<Record<VenueId, readonly [what: string, drift: Drift, named: RegExp]>>[] = [
  {
    hyperliquid: [
      'a new member',
      { body: info('metaAndAssetCtxs', added('szDecimals', 'venueTier')) },
      /perpetual: member venueTier is new/,
    ],
    polymarket: [
      'a new member',
      { body: added('conditionId', 'shardHint') },
      /gamma market: member shardHint is new/,
    ],
    kalshi: [
      'a new member',
      { body: added('yes_bid_dollars', 'risk_band') },
      /kalshi market: member risk_band is new/,
    ],
    limitless: [
      'a new member',
      { body: added('tradePrices', 'oracleTier') },
      /limitless market: member oracleTier is new/,
    ],
  },
  {
    hyperliquid: ['a lost member', { body: info('l2Book', without('levels')) }, /l2Book: .*levels/],
    polymarket: [
      'a renamed member',
      { body: renamed('conditionId', 'condition') },
      /gamma market: .*(conditionId|condition)/,
    ],
    kalshi: [
      'a renamed member',
      { body: renamed('yes_bid_dollars', 'yes_bid') },
      /kalshi market: .*yes_bid_dollars/,
    ],
    limitless: ['a lost member', { body: without('tradePrices') }, /limitless market: .*tradePrices/],
  },
  {
    hyperliquid: [
      'another type',
      {
        body: info('allMids', (body) =>
          Object.fromEntries(Object.keys(body as object).map((coin) => [coin, 1.5])),
        ),
      },
      /mid: /,
    ],
    polymarket: ['another type', { body: replaced('question', 7) }, /gamma market: .*question/],
    kalshi: ['another type', { body: replaced('title', 12) }, /kalshi (market|event): .*title/],
    limitless: ['another type', { body: replaced('slug', 12) }, /limitless market: .*slug/],
  },
  {
    hyperliquid: [
      'a moved endpoint',
      { isMoved: (_path, asked) => (asked as { type?: string } | null)?.type === 'fundingHistory' },
      /funding of .*HTTP 308 \(moved to https:\/\/moved\.example/,
    ],
    polymarket: [
      'a moved endpoint',
      { isMoved: (path) => path.includes('/markets') },
      /list of markets failed: .*HTTP 308/,
    ],
    kalshi: [
      'a new word',
      { body: inEach('market_type', (object) => ({ ...object, strike_type: 'spiral' })) },
      /kalshi market: strike_type has the new word "spiral"/,
    ],
    limitless: ['a new word', { body: replaced('status', 'SUSPENDED') }, /limitless market: .*SUSPENDED/],
  },
  {
    hyperliquid: [
      'a silent channel',
      { isSilenced: (frame) => frame.includes('"bbo"') },
      /the channel of ws bbo is silent/,
    ],
    polymarket: [
      'a silent channel',
      { isSilenced: (frame) => frame.includes('"book"') },
      /the channel of ws book is silent/,
    ],
    kalshi: [
      'a silent channel',
      { isSilenced: (frame) => frame.includes('"ticker"') && frame.includes('yes_bid') },
      /the channel of kalshi ticker is silent/,
    ],
    limitless: [
      'a silent channel',
      { isSilenced: (frame) => frame.includes('orderbookUpdate') },
      /the channel of limitless orderbookUpdate is silent/,
    ],
  },
];

test('venues without drift are ok, with everything that must be met', { timeout: 120_000 }, async () => {
  const reports = await check({});
  for (const report of Object.values(reports)) {
    assert.deepEqual([report.problems, report.news], [[], []], report.venue);
    assert.ok(report.calls.length >= 4 && report.kinds.length >= 5, report.venue);
    assert.ok((report.stream?.updates ?? 0) > 0);
    const printed = formatVenueReport(report);
    assert.match(printed, new RegExp(`^\\n${report.venue}: ok\\n`));
    assert.match(printed, / read, 0 refused/);
  }
  const body = toReportBody(Object.values(reports), null);
  assert.doesNotMatch(JSON.stringify(body), /0x[0-9a-f]{40}/i);
  assert.match(renderHtml(body), /<h2>kalshi: ok<\/h2>/);
});

let named = 0;
for (const [index, round] of ROUNDS.entries()) {
  const whats = Object.entries(round).map(([venue, [what]]) => `${venue}: ${what}`);
  test(`round ${index + 1}, ${whats.join(', ')}`, { timeout: 120_000 }, async () => {
    const drifts = Object.fromEntries(Object.entries(round).map(([venue, [, drift]]) => [venue, drift]));
    const reports = await check(drifts);
    for (const [venue, [what, , pattern]] of Object.entries(round)) {
      const { problems, news } = reports[venue as VenueId];
      const found = [...problems, ...news].find((sentence) => pattern.test(sentence));
      assert.ok(
        found !== undefined,
        `${venue}, ${what}: ${JSON.stringify([...problems, ...news]).slice(0, 1_500)}`,
      );
      named++;
    }
  });
}

test('20 of 20 drifts were named', () => assert.equal(named, 20));

test('a venue that is not there is a problem for each call, and the check ends', {
  timeout: 120_000,
}, async () => {
  const adapters = createAdapters({
    config: readConfig({ CROSSTAPE_VENUES: 'limitless', CROSSTAPE_LIMITLESS_URL: 'http://127.0.0.1:1234' }),
    secrets: NO_SECRETS,
    clock: wallClock,
    random: Math.random,
    userAgent: 'crosstape-test',
  });
  const adapter = adapters.get('limitless');
  assert.ok(adapter);
  const report = await checkVenue({
    adapter,
    profile: getProfile('limitless'),
    streamMs: 200,
    everyMs: null,
    clock: wallClock,
    signal: AbortSignal.timeout(60_000),
  });
  await adapter.close();
  assert.match(
    report.problems.join('\n'),
    /list of markets failed: limitless \(http:.*\/markets\/active\): connect ECONNREFUSED/,
  );
  assert.match(report.problems.join('\n'), /the stream is not connected/);
});
