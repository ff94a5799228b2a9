import { type AssetRef, type Book, type Candle, isConsistent, UpstreamError } from '../../domain/index.ts';
import type { Priority, RateBudget } from '../../upstream/budget.ts';
import { refuse } from '../../upstream/intake.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { withStated } from '../settling/stated.ts';
import type { TimeWindow, VenueAdapter } from '../venue-adapter.ts';
import { MAX_BOOKS } from './book-reads.ts';
import { normaliseCandle, normaliseHistoricalCandle, selectBars } from './candles.ts';
import { KalshiClient } from './client.ts';
import { normaliseBook, normaliseResolution } from './normalise.ts';
import { readStated } from './stated.ts';
import { type KalshiKey, TickerStream } from './ticker-stream.ts';
import { KalshiTrades } from './trades.ts';
import { Universe } from './universe.ts';
import { candleRow, historicalCandleRow } from './wire.ts';

export interface KalshiAdapterOptions extends AdapterOptions {
  /** Base address of the API, ending in `/trade-api/v2`. */
  readonly url: string;
  readonly wsUrl?: string | null;
  /** Key that opens the stream. Without a key the venue is polled only. */
  readonly apiKey?: KalshiKey | null;
  /** Rate budget of REST calls. Default: three calls a second. */
  readonly budget?: RateBudget;
}

/** A fifth of the calls that {@link KalshiClient} makes in a minute. */
const BATCHES_A_MINUTE = 36;
const MAX_DISPUTES = 10_000;

/**
 * Creates the adapter of Kalshi.
 *
 * @see docs/venues/kalshi.md
 */
export function createKalshiAdapter(options: KalshiAdapterOptions): VenueAdapter {
  const { url, wsUrl, apiKey, userAgent, clock, random, budget } = options;
  const client = new KalshiClient({ url, userAgent, random, ...(budget && { budget }) });
  const stream =
    options.streams && apiKey && wsUrl
      ? new TickerStream({
          url: wsUrl,
          key: apiKey,
          userAgent,
          clock,
          random,
          isTracked: (asset) => universe.isTracked(asset),
          hasClosed: (asset, now) => universe.hasClosed(asset, now),
          isBelieved: (asset) => universe.isBelieved(asset),
          intake: client.intake,
        })
      : null;
  const universe = new Universe({ ...options, client, stream });
  const trades = new KalshiTrades(client, clock);
  /** Tickers that were seen in dispute. The final answer of a market no longer states the dispute. */
  const disputed = new Set<string>();

  return {
    venue: 'kalshi',
    stream,
    hasOwnCandles: true,
    probes: [
      {
        upstream: 'kalshi',
        venue: 'kalshi',
        url: `${url.replace(/\/+$/, '')}/exchange/status`,
        method: 'GET',
        body: null,
        headers: { 'user-agent': userAgent, 'accept-language': 'en' },
      },
    ],
    poll: (signal) => universe.poll(signal),

    async readBook(ref, signal) {
      const ticker = universe.findListedTicker(ref);
      if (ticker === null) throw new UpstreamError('not_found', `kalshi does not list ${ref.asset} now`);
      return normaliseBook(await client.books.read(ticker, { priority: 'book', signal }), ref.asset, clock());
    },

    bookBatches: {
      max: MAX_BOOKS,
      callsPerMinute: BATCHES_A_MINUTE,
      async read(refs, signal) {
        const byTicker = new Map<string, string>();
        for (const ref of refs) {
          const ticker = universe.findListedTicker(ref);
          if (ticker !== null) byTicker.set(ticker, ref.asset);
        }
        const books = new Map<string, Book>();
        if (byTicker.size === 0) return books;
        const read = await client.books.readMany([...byTicker.keys()], { priority: 'book', signal });
        for (const [ticker, asset] of byTicker) {
          const sides = read.get(ticker);
          if (sides !== undefined) books.set(asset, normaliseBook(sides, asset, clock()));
        }
        return books;
      },
    },

    readCandles: (ref, window, signal, priority = 'backfill') =>
      readCandles(client, universe, { ref, window }, { priority, signal }),

    readFunding: async () => [],

    pollTrades: (signal) => trades.poll({ priority: 'statistics', signal }),

    readTrades: (ref, window, signal) =>
      trades.read(ref, universe.getTicker(ref), window, { priority: 'backfill', signal }),

    readVenueTrades: (window, signal) => trades.readAll(window, { priority: 'backfill', signal }),

    async readResolution(ref, signal) {
      const ticker = universe.getTicker(ref);
      const market = await client.readMarket(ticker, { priority: 'resolution', signal });
      if (market.status === 'disputed' && disputed.size < MAX_DISPUTES) disputed.add(ticker);
      const resolution = normaliseResolution(market, disputed.has(ticker));
      if (resolution !== null) disputed.delete(ticker);
      return withStated(resolution, readStated(market));
    },

    intake: client.intake,

    getCounters: () => client.getCounters(),

    async close() {
      await Promise.all([stream?.stop(), universe.close()]);
    },
  };
}

/** Reads hourly candles of a market from the live list, or from the archive when the market has left that list. */
async function readCandles(
  client: KalshiClient,
  universe: Universe,
  { ref, window }: { readonly ref: AssetRef; readonly window: TimeWindow },
  asking: { readonly priority: Priority; readonly signal: AbortSignal },
) {
  const ticker = universe.getTicker(ref);
  const series = universe.getMarketSeries(ref);
  const live = await client.readHourlyCandles({ series, ticker }, window, asking).catch(nullIfNotFound);
  const isArchived = live === null || (live.length === 0 && !universe.isTracked(ref.asset));
  const accept = (candle: Candle | null, row: unknown, wire: RowSchema) =>
    acceptCandle(client.intake, candle, { wire, ticker, row });
  if (!isArchived)
    return selectBars(
      live.map((row) => accept(normaliseCandle(row), row, candleRow)),
      window,
    );
  const archived = await client
    .readHistoricalHourlyCandles(ticker, window, asking)
    .catch((error: unknown) => (live === null ? rethrow(error) : (nullIfNotFound(error) ?? [])));
  return selectBars(
    archived.map((row) => accept(normaliseHistoricalCandle(row), row, historicalCandleRow)),
    window,
  );
}

type RowSchema = Pick<typeof candleRow, 'name' | 'endpoint'>;

/** Returns the candle, or null when it contradicts itself, which is counted. */
function acceptCandle(
  intake: KalshiClient['intake'],
  candle: Candle | null,
  {
    wire: { name, endpoint },
    ticker,
    row,
  }: { readonly wire: RowSchema; readonly ticker: string; readonly row: unknown },
): Candle | null {
  if (candle === null || isConsistent(candle)) return candle;
  intake.count(refuse(name, 'the candle contradicts itself', { endpoint, row: ticker, value: row }), true);
  return null;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof UpstreamError && error.failure === 'not_found') return null;
  throw error;
}

function rethrow(error: unknown): never {
  throw error;
}
