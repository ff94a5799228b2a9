import { type Static, Type } from 'typebox';
import {
  type AssetRef,
  type Clock,
  DAY_MS,
  type EpochMs,
  isPerpKind,
  latestTime,
  toMarketNames,
  UpstreamError,
} from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder, BookReader, MarketReader } from '../../../feed/readers.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import {
  listAllResolutions,
  type StoredResolution,
  toCurrentResolution,
} from '../../../history/contract/resolutions.ts';
import type { SettledRow } from '../../../history/contract/settled.ts';
import { withDeadline } from '../../../scheduling/deadline.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { isReferenceName } from '../../parameters/references.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { bookReadAtField, snapshotField } from '../../shapes/feed-fields.ts';
import { priceLevels } from '../../shapes/price-levels.ts';
import { type KnownOfMarket, resolutionSchema, toResolutionBody } from '../../shapes/resolution.ts';
import { type Rights, settledRowSchema, toSettledBody } from '../../shapes/settled-row.ts';
import { settlingTermsSchema, statedByField } from '../../shapes/settling.ts';
import { binaryTicker, perpTicker } from '../../shapes/tickers.ts';
import { explainedNulls, explainParam } from '../../shapes/why-null.ts';
import { explainPageNulls } from './shapes/page-nulls.ts';
import { readReferencePage, referencePageSchema } from './shapes/reference-page.ts';
import { MAX_SHOWN_SPANS, registeredMarketSchema, toMarketBody } from './shapes/registered-market.ts';

const HISTORY_POINTS = 500;
/** Maximum time for which the page waits for one of its parts. */
const PART_TIMEOUT_MS = 3_000;
const PARTS = ['candles', 'book', 'funding'] as const;
type Part = (typeof PARTS)[number];

export interface AssetOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly books: BookReader;
  readonly markets: MarketReader;
  readonly clock: Clock;
  readonly rights: Rights;
}

/** GET /api/asset/:asset: everything about one asset on one page. Its members depend on the kind. */
export const registerAsset: Registration<AssetOptions> = (app, deps) => {
  app.get(
    '/api/asset/:asset',
    {
      config: { access: 'free', cacheSeconds: 10 },
      schema: {
        operationId: 'getAsset',
        summary: 'One asset: newest state, candles, book or rules',
        description:
          'Perpetuals have book and funding; binaries have rules and history. For an asset that has left its venue, ticker is null and the rest comes from the store.',
        tags: ['assets'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({ explain: explainParam() }),
        response: {
          200: Type.Union([assetSchema, referencePageSchema()]),
          ...s.failures('validation_failed', 'asset_not_found', 'source_withheld'),
        },
      },
    },
    async ({ params, query: { explain } }) => {
      if (isReferenceName(params.asset)) return readReferencePage(deps, params.asset);
      const found = await requireAsset(deps.assets, params.asset);
      const { ref, state } = found;
      const [market, verdict] = await Promise.all([
        readRegister(deps.history, ref),
        readVerdict(deps.history, ref),
      ]);
      const shared = {
        ...buildEnvelope(ref, deps),
        ticker: state?.ticker ?? null,
        market: market === null ? null : toMarketBody(market.facts, market.links),
        settling: market?.facts.settling ?? null,
        statedBy: market?.facts.statedBy ?? null,
        settled: verdict === null ? null : toSettledBody(verdict, deps.rights),
      };
      const page = isPerpKind(ref.kind)
        ? { ...shared, ...(await perpParts(ref, deps)) }
        : {
            ...shared,
            rules: state?.kind === 'binary' ? state.rules : await readRules(deps.history, market),
            ...(await binaryParts(ref, deps, {
              settled: verdict,
              names: toMarketNames(market?.facts ?? null),
            })),
          };
      return explain ? { ...page, whyNull: explainPageNulls(page, found) } : page;
    },
  );
};

const assetSchema = s.object('One asset.', {
  ok: s.okTrue(),
  asset: s.assetIdField(),
  type: s.kindField(),
  venue: s.venueField('Venue of the asset.'),
  storeKey: s.storeKeyField(),
  now: s.epochMsField('Time of the answer.'),
  snapshot: snapshotField("The venue's newest poll result, in which the ticker was found."),
  ticker: Type.Unsafe<Static<ReturnType<typeof perpTicker>> | Static<ReturnType<typeof binaryTicker>> | null>(
    {
      anyOf: [perpTicker(), binaryTicker(), { type: 'null' }],
      description: 'Newest state; null when the venue no longer lists the asset.',
    },
  ),
  candles: s.array(
    'Hourly candles of the last 30 days, oldest first: recorded hours from the store, others from the venue. Empty when `unavailable` names them.',
    s.object('One hour.', {
      t: s.epochMsField('Start of the hour.'),
      open: s.num('First price.', 87_000),
      high: s.num('Highest price.', 87_400),
      low: s.num('Lowest price.', 86_900),
      close: s.num('Last price.', 87_250),
      volume: s.nullable(s.num('Volume in base units or contracts.', 812.4), 'it is not known'),
      trades: s.nullable(s.int('Number of trades.', 10_233), 'it is not known'),
    }),
  ),
  book: Type.Optional(
    s.nullable(
      s.object('Live book of a perpetual.', {
        bids: priceLevels('Bids, best (highest) first.'),
        asks: priceLevels('Asks, best (lowest) first.'),
        fetchedAt: bookReadAtField(),
      }),
      'it could not be read',
    ),
  ),
  funding: Type.Optional(
    s.array(
      'Funding payments of a perpetual in the last 24 hours, oldest first.',
      s.object('One funding payment.', {
        t: s.epochMsField('Time of the payment.'),
        rate: s.num('Rate for one hour as a fraction of notional; positive when longs pay.', 0.0000125),
      }),
    ),
  ),
  rules: Type.Optional(
    s.nullable(
      s.text('Settlement rules of a binary as plain text.', 'Resolves to Yes if ...'),
      'the venue publishes none',
    ),
  ),
  history: Type.Optional(
    s.array(
      `Newest ${HISTORY_POINTS} stored records of a binary, oldest first.`,
      s.object('One record.', {
        t: s.epochMsField('Time of the record.'),
        p: s.num('Probability of Yes.', 0.42),
      }),
    ),
  ),
  resolution: Type.Optional(
    s.nullable(
      resolutionSchema('Resolution in force of a binary.'),
      'no resolution is recorded, or the market was reopened',
    ),
  ),
  resolutions: Type.Optional(
    s.array(
      'All resolutions of a binary, oldest first: those before the last one were taken back.',
      resolutionSchema('One resolution of a binary.'),
    ),
  ),
  unavailable: s.array(
    'Parts that the venue did not deliver this time; they are empty or null.',
    s.choice('Name of the part.', PARTS),
  ),
  market: s.nullable(
    registeredMarketSchema('Facts of the market, kept after the venue no longer lists it.'),
    'no facts were registered',
  ),
  settling: s.nullable(
    settlingTermsSchema(),
    'the market names neither a price source nor a coin with a strike',
  ),
  statedBy: statedByField(),
  settled: s.nullable(
    settledRowSchema('Verdict on its result.'),
    'there is none: GET /api/settled/{asset} says why',
  ),
  whyNull: explainedNulls(),
});

function buildEnvelope(ref: AssetRef, { feed, clock }: AssetOptions) {
  const isRecorded = feed.venues.includes(ref.venue);
  return {
    ok: true as const,
    asset: ref.asset,
    type: ref.kind,
    venue: ref.venue,
    storeKey: ref.storeKey,
    now: clock(),
    snapshot: {
      fetchedAt: isRecorded ? (feed.snapshot(ref.venue)?.fetchedAt ?? null) : null,
      ageMs: isRecorded ? feed.ageMs(ref.venue) : null,
      stale: isRecorded ? feed.isStale(ref.venue) : true,
    },
  };
}

/** Reads the current verdict on a market; null: there is none. */
async function readVerdict(history: HistoryReader, ref: AssetRef): Promise<SettledRow | null> {
  const row = isPerpKind(ref.kind) ? null : await history.findSettled(ref);
  return row?.isReopened === true ? null : row;
}

async function readRegister(history: HistoryReader, ref: AssetRef) {
  const [facts, links] = await Promise.all([
    history.findMarket(ref),
    history.findLinkSpans(ref.asset, MAX_SHOWN_SPANS),
  ]);
  return facts === null ? null : { facts, links };
}

/** Reads the rules of a market that its venue no longer lists. */
async function readRules(
  history: HistoryReader,
  market: Awaited<ReturnType<typeof readRegister>>,
): Promise<string | null> {
  const hash = market?.facts.rulesHash ?? null;
  return hash === null ? null : history.findRules(hash);
}

async function perpParts(ref: AssetRef, { markets, books, clock }: AssetOptions) {
  const dayAgo = clock() - DAY_MS;
  const missing: Part[] = [];
  const [candles, book, funding] = await Promise.all([
    readPart('candles', () => markets.readCandles(ref), missing),
    readPart('book', () => books.book(ref), missing),
    readPart('funding', () => markets.readFunding(ref), missing),
  ]);
  return {
    candles: candles ?? [],
    book: book === null ? null : { bids: book.bids, asks: book.asks, fetchedAt: book.receivedAt },
    funding: funding?.filter(({ t }) => t >= dayAgo) ?? [],
    unavailable: missing,
  };
}

async function binaryParts(ref: AssetRef, { markets, history, clock }: AssetOptions, known: KnownOfMarket) {
  const missing: Part[] = [];
  const [candles, newest, resolution] = await Promise.all([
    readPart('candles', () => markets.readCandles(ref), missing),
    newestPoints(history, ref, clock()),
    history.findNewestResolution(ref),
  ]);
  return {
    candles: candles ?? [],
    history: newest,
    ...describeEnds(resolution, known),
    unavailable: missing,
  };
}

/** Builds the current resolution of a market, and the list of all its resolutions. */
function describeEnds(newest: StoredResolution | null, known: KnownOfMarket) {
  const current = toCurrentResolution(newest);
  return {
    resolution: current === null ? null : toResolutionBody(current, known),
    resolutions: newest === null ? [] : listAllResolutions(newest).map((one) => toResolutionBody(one, known)),
  };
}

/**
 * Reads one part of the page. If the venue does not answer in time, the part is missing and the rest of the page is
 * sent. A late answer is cached by the reader for the next request.
 */
async function readPart<T>(part: Part, read: () => Promise<T>, missing: Part[]): Promise<T | null> {
  const answer = read().catch((error: unknown) => {
    if (error instanceof UpstreamError) return null;
    throw error;
  });
  const value = await withDeadline(answer, PART_TIMEOUT_MS, () => null);
  if (value === null) missing.push(part);
  return value;
}

async function newestPoints(history: HistoryReader, ref: AssetRef, now: EpochMs) {
  const { columns } = await history.read(ref, { toMs: latestTime(now), limit: HISTORY_POINTS });
  return Array.from({ length: columns.length }, (_, i) => ({
    t: columns.t[i]!,
    p: columns.p[i]!,
  }));
}
