import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Settling, SettlingTerms } from '../../domain/index.ts';
import { readDescription } from '../hyperliquid/description.ts';
import { readSettling as readHyperliquid } from '../hyperliquid/settling.ts';
import { readSettling as readKalshi } from '../kalshi/settling.ts';
import type { KalshiEvent, KalshiMarket } from '../kalshi/wire.ts';
import { MarketDescription } from '../limitless/description.ts';
import { readSettling as readLimitless } from '../limitless/settling.ts';
import type { LimitlessMarket } from '../limitless/wire.ts';
import { readSettling as readPolymarket } from '../polymarket/settling.ts';
import type { GammaMarket } from '../polymarket/wire.ts';

type Body = Readonly<Record<string, unknown>>;

interface Fixture {
  readonly sentence: string;
  readonly venue: string;
  readonly market: Body;
  readonly terms: SettlingTerms;
}

const READERS: Readonly<Record<string, (market: Body) => Settling | null>> = {
  polymarket: (market) => readPolymarket({ id: '1', ...market } as GammaMarket),
  kalshi: ({ event = null, ...market }) =>
    readKalshi(
      { ticker: 'K', event_ticker: 'K', status: 'active', ...market } as KalshiMarket,
      event as KalshiEvent | null,
    ),
  limitless: (market) =>
    readLimitless(market as LimitlessMarket, new MarketDescription(String(market.description ?? ''))),
  hyperliquid: ({ name, description }) =>
    readHyperliquid(String(name), readDescription(String(description)).fields),
};
const FIXTURES = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/sentences.json'), 'utf8'),
) as readonly Fixture[];

const read = ({ venue, market }: Pick<Fixture, 'venue' | 'market'>) => READERS[venue]!(market);

test('each sentence is read as it was recorded, and what is stated names where', () => {
  for (const fixture of FIXTURES) {
    const settling = read(fixture);
    assert.deepEqual(settling?.terms, fixture.terms, fixture.sentence);
    for (const [member, value] of Object.entries(fixture.terms))
      if (value !== null) assert.ok(settling?.statedBy[member], `${fixture.sentence} ${member}`);
  }
});

/** A change of a recorded market, with the members whose value it changes. */
type Miss = readonly [
  sentence: string,
  what: string,
  change: (market: Body) => Body,
  terms: Partial<SettlingTerms> | null,
];

const say = (name: string, from: string | RegExp, to: string) => (market: Body) => {
  const text = String(market[name]);
  const changed = text.replace(from, to);
  assert.notEqual(changed, text, `${name} has no ${from}`);
  return { ...market, [name]: changed };
};
const put = (members: Body) => (market: Body) => ({ ...market, ...members });
const both = (one: (market: Body) => Body, two: (market: Body) => Body) => (market: Body) => two(one(market));
const ofStream = (members: Body) => (market: Body) => {
  const metadata = market.metadata as { readonly chainlinkDataStream: Body };
  return {
    ...market,
    metadata: { ...metadata, chainlinkDataStream: { ...metadata.chainlinkDataStream, ...members } },
  };
};
const uncut = ({ description }: Body) => String(description).replace(' (cut)', '');
const SILENT = { strikeFrom: null, test: null, tie: null } as const;

const MISSES: readonly Miss[] = [
  ['P1', 'a word more', say('description', 'is greater', 'is always greater'), SILENT],
  ['P1', 'the word equal left out', say('description', ' or equal to', ''), SILENT],
  ['P1', 'cut in the sentence', say('description', / Otherwise.*/, ' (cut)'), SILENT],
  ['P1', 'part of a longer sentence', say('description', /^/, 'Unless said otherwise, '), SILENT],
  ['P1', 'another coin in the words', say('description', 'Bitcoin', 'Ethereum'), { coin: null }],
  ['P1', 'a coin of no name', say('description', 'Bitcoin', 'Litecoin'), { coin: null }],
  ['P1', 'its ticker', say('description', 'Bitcoin', 'BTC'), {}],
  [
    'P1',
    'curly quotes, entities and line breaks',
    both(
      say('description', /"Up"/, '\u201cUp\u201d'),
      say('description', '. Otherwise', '.<br>\n\nOtherwise'),
    ),
    {},
  ],
  ['P1', 'a sentence about ties', say('description', /$/, ' A tie resolves 50-50.'), { tie: null }],
  ['P1', 'a sentence about nothing', say('description', /$/, ' Prices come from many exchanges.'), {}],
  ['P1', 'said twice', (m) => put({ description: `${uncut(m)} ${uncut(m)}` })(m), {}],
  [
    'P1',
    'said of two coins',
    (m) => put({ description: `${uncut(m)} ${uncut(m).replace('Bitcoin', 'Solana')}` })(m),
    SILENT,
  ],
  [
    'P1',
    'another average',
    put({ cryptoMarketConfig: { asset: 'btc', twapEnabled: true, twapLookbackSeconds: 30 } }),
    { source: null },
  ],
  ['P1', 'spot', put({ cryptoMarketConfig: { asset: 'btc', twapEnabled: false } }), { source: null }],
  [
    'P1',
    'a configuration of another shape',
    put({ cryptoMarketConfig: 'btc-15m' }),
    { source: null, coin: null },
  ],
  ['P1', 'the address alone', put({ cryptoMarketConfig: null }), {}],
  [
    'P1',
    'an address of no stream',
    put({ resolutionSource: 'https://data.chain.link/feeds/btc-usd', cryptoMarketConfig: null }),
    { source: null, coin: null },
  ],
  ['P1', 'no address', put({ resolutionSource: '' }), { source: null, coin: null }],
  [
    'P1',
    'the average of 30 s',
    put({
      resolutionSource: 'https://data.chain.link/streams/btc-usd-twap-30s-streams',
      cryptoMarketConfig: { asset: 'btc', twapEnabled: true, twapLookbackSeconds: 30 },
    }),
    { source: 'twap30' },
  ],
  ['P1', 'no times', put({ eventStartTime: null, endDate: 'soon' }), { openAt: null, closeAt: null }],
  [
    'P1',
    'neither configuration nor address',
    put({ resolutionSource: null, cryptoMarketConfig: null }),
    null,
  ],
  [
    'P2 P3 P4',
    'another address in the words',
    say('description', 'streams/btc-usd.', 'streams/btc-usd-twap-60s-streams.'),
    { source: null },
  ],
  [
    'P2 P3 P4',
    'another coin in the words',
    say('description', 'BTC/USD, not', 'ETH/USD, not'),
    { coin: null },
  ],
  ['P5', 'lower than', say('description', 'higher than', 'lower than'), null],
  ['P5', 'another minute', say('description', '12:00', '13:00'), null],
  ['P6', 'not at once', say('description', 'immediately ', ''), null],
  ['P6', 'a name that is not its ticker', say('description', 'ETHUSDT', 'BTCUSDT'), { coin: null }],
  ['K1', 'another number', put({ floor_strike: 70000 }), { strike: null }],
  ['K1', 'no number', put({ floor_strike: null }), { strike: null }],
  ['K1', 'digits in groups', say('rules_primary', '69999.99', '$69,999.99'), {}],
  ['K1', 'another end', put({ close_time: '2026-03-31T21:00:00Z' }), { closeAt: null }],
  [
    'K1',
    'the other half of the year, as it is written',
    say('rules_primary', 'EDT', 'EST'),
    { closeAt: null },
  ],
  ['K1', 'a day that is none', say('rules_primary', 'Mar 31', 'Feb 31'), { closeAt: null }],
  ['K1', 'at or above', put({ strike_type: 'greater_or_equal' }), { test: null, tie: null }],
  ['K1', 'below', put({ strike_type: 'less' }), { test: null, tie: null }],
  ['K1', 'a strike type of no name', put({ strike_type: 'structured' }), { test: null, tie: null }],
  ['K1', 'words of another test', say('rules_primary', 'is above', 'is below'), null],
  ['K1', 'another average', say('rules_primary', 'sixty seconds', 'thirty seconds'), null],
  [
    'K1',
    'the ticker alone',
    say('rules_primary', 'Bitcoin Real-Time Index (BRTI)', 'ETHUSD_RTI'),
    { coin: 'eth' },
  ],
  ['K1', 'the name alone', say('rules_primary', ' (BRTI)', ''), {}],
  ['K1', 'the ticker of another coin', say('rules_primary', 'BRTI', 'ETHUSD_RTI'), { coin: null }],
  [
    'K1',
    'an index of no name',
    say('rules_primary', 'Bitcoin Real-Time Index (BRTI)', 'BRR'),
    { coin: null },
  ],
  [
    'K1',
    'Pyth beside it',
    put({ event: { settlement_sources: [{ name: 'Pyth - Gold' }] } }),
    { source: null },
  ],
  ['K1 K4', 'two times', say('rules_primary', 'at 12 AM', 'at 1 AM'), { closeAt: null }],
  ['K2 K3', 'above alone', put({ strike_type: 'greater' }), { test: null, tie: null }],
  ['K2 K3', 'other places', put({ custom_strike: { round_digits: 4 } }), { decimals: null }],
  ['K2 K3', 'no places beside the words', put({ custom_strike: 'x' }), {}],
  [
    'K2 K3',
    'words about rounding that are not known',
    say('rules_secondary', 'nearest', 'next'),
    { decimals: null },
  ],
  ['K2 K3', 'two indices', say('rules_primary', 'BRTI before 5', 'ETHUSD_RTI before 5'), { coin: null }],
  ['L1 L2', 'another end', put({ expirationTimestamp: 1790106360000 }), { closeAt: null }],
  ['L1 L2', 'another start', put({ startAt: null }), { openAt: null }],
  ['L1 L2', 'other seconds', say('description', '5 seconds', '10 seconds'), { toleranceSeconds: null }],
  [
    'L1 L2',
    'a longer average',
    say('description', / 60-second TWAP<\/a> on/, ' 30-second TWAP</a> on'),
    { ...SILENT, strike: null },
  ],
  ['L1 L2', 'another window', ofStream({ twapWindowSeconds: 30 }), { source: null }],
  ['L1 L2', 'another type', ofStream({ streamType: 'spot' }), { source: null }],
  ['L1 L2', 'another pair', ofStream({ pair: 'ETH/USD' }), { coin: null }],
  ['L1 L2', 'numbers as text', ofStream({ twapWindowSeconds: '60', toleranceSeconds: '5' }), {}],
  [
    'L1 L2',
    'no strike yet',
    (m) => ({ ...m, metadata: { ...(m.metadata as Body), openPrice: '---' } }),
    { strike: null },
  ],
  ['L3', 'its own pair', ofStream({ pair: 'SOL/USD' }), { coin: 'sol' }],
  ['L4', 'higher than', say('description', 'lower than', 'higher than'), { ...SILENT, strike: null }],
  ['L5', 'another venue', say('description', 'Binance', 'Coinbase'), null],
  ['H1', 'a later version', put({ name: 'template:binaryPrice2' }), null],
  ['H1', 'no threshold', say('description', '83365', 'high'), { strike: null }],
  ['H1', 'an hour that is none', say('description', '0800', '2800'), { closeAt: null }],
];

test('near misses of a sentence give null where they differ, and nothing else', () => {
  for (const [sentence, what, change, members] of MISSES) {
    const fixture = FIXTURES.find((one) => one.sentence === sentence)!;
    const settling = read({ venue: fixture.venue, market: change(fixture.market) });
    const expected = members === null ? undefined : { ...fixture.terms, ...members };
    assert.deepEqual(settling?.terms, expected, `${sentence}, ${what}`);
  }
});

test('a market of Pyth names its source and nothing of what decides', () => {
  const event = { settlement_sources: [{ name: 'Pyth - Gold' }] };
  const settling = read({ venue: 'kalshi', market: { event, rules_primary: 'If gold is high, Yes.' } });
  assert.equal(settling?.terms.source, 'pyth');
  assert.equal(settling?.terms.statistic, null);
});

test('markets of other questions have no terms', () => {
  for (const market of [
    {
      description: 'This market will resolve to "Yes" if it rains.',
      resolutionSource: 'https://weather.gov',
    },
    { description: null, resolutionSource: null },
  ])
    assert.equal(read({ venue: 'polymarket', market }), null);
  assert.equal(read({ venue: 'kalshi', market: { rules_primary: 'If it rains, Yes.' } }), null);
  assert.equal(read({ venue: 'limitless', market: { description: '<p>Rain?</p>' } }), null);
  assert.equal(read({ venue: 'hyperliquid', market: { name: 'Rain', description: 'Rain?' } }), null);
});

const RECORDINGS = path.resolve(import.meta.dirname, '../../../../shared/recordings');

/** Numbers of recorded markets by venue, source and deciding price. */
const RECORDED = {
  'polymarket chainlink at above yes': 292,
  'polymarket twap60 at above yes': 1,
  'polymarket binance candle above no': 1,
  'polymarket binance touch - -': 24,
  'limitless twap60 at above yes': 2,
  'limitless - at above yes': 5,
  'limitless binance candle above no': 1,
  'limitless binance touch - -': 3,
  'hyperliquid - - above -': 4,
  'hyperliquid - - - -': 5,
};

test('recorded markets are read, and others are not', {
  skip: existsSync(RECORDINGS) ? false : 'the recordings are not beside the project',
}, () => {
  const counts = new Map<string, number>();
  const files = globSync(['{polymarket,limitless,kalshi,hyperliquid}/*.json', '2026-10/*/*.json'], {
    cwd: RECORDINGS,
  });
  for (const file of files) {
    const venue = path.basename(path.dirname(file));
    if (READERS[venue] === undefined) continue;
    for (const market of listMarkets(venue, JSON.parse(readFileSync(path.join(RECORDINGS, file), 'utf8')))) {
      const terms = READERS[venue](market)?.terms;
      if (terms === undefined) continue;
      const name = [venue, terms.source, terms.statistic, terms.test, terms.tie]
        .map((part) => part ?? '-')
        .join(' ');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  assert.deepEqual(Object.fromEntries(counts), RECORDED);
});

const OWN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  polymarket: ['question', 'description', 'outcomes'],
  limitless: ['slug', 'metadata', 'title'],
  kalshi: ['rules_primary', 'ticker'],
  hyperliquid: ['outcome', 'sideSpecs'],
};

function* listMarkets(venue: string, value: unknown): Generator<Body> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && OWN_MEMBERS[venue]!.every((name) => name in value)) yield { ...value };
  for (const member of Object.values(value)) yield* listMarkets(venue, member);
}
