import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AssetRef,
  type BinaryState,
  type Book,
  type Candle,
  type EpochMs,
  type ResolutionAnswer,
  type TradesPoll,
  type TradesRead,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import { mapInSlices } from '../../scheduling/slices.ts';
import type { Priority, RateBudget } from '../../upstream/budget.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { ListedNames } from '../listed-names.ts';
import { withStated } from '../settling/stated.ts';
import { StreamTrust } from '../stream-trust.ts';
import type { TimeWindow, UpstreamProbe, VenueAdapter } from '../venue-adapter.ts';
import { normaliseCandle, normaliseHistoricalCandle, selectBars } from './candles.ts';
import { KalshiClient } from './client.ts';
import { EventDirectory } from './event-directory.ts';
import { markExhaustive } from './exhaustive-events.ts';
import { createEventCutTest, selectLargest } from './largest-markets.ts';
import { isAsset, normaliseBook, normaliseMarket, normaliseResolution } from './normalise.ts';
import { SeriesDirectory } from './series-directory.ts';
import { readStated } from './stated.ts';
import { getSeries } from './terms.ts';
import { type KalshiKey, TickerStream } from './ticker-stream.ts';
import { KalshiTrades } from './trades.ts';
import { type KalshiMarket, marketRow, tickerMessage } from './wire.ts';

export interface KalshiAdapterOptions extends AdapterOptions {
  /** Base address of the API, ending in `/trade-api/v2`. */
  readonly url: string;
  readonly wsUrl?: string | null;
  /** Key that opens the stream. Without a key the venue is polled only. */
  readonly apiKey?: KalshiKey | null;
  /** Rate budget of REST calls. Default: three calls a second. */
  readonly budget?: RateBudget;
}

/** Creates the adapter of Kalshi. */
export function createKalshiAdapter(options: KalshiAdapterOptions): VenueAdapter {
  return new KalshiAdapter(options);
}

const MAX_DISPUTES = 10_000;
/** Longest delay with which a list shows what a frame has shown: the venue caches lists for 15 s. */
const LIST_LAG_MS = 20_000;

type MarketNames = Readonly<Pick<KalshiMarket, 'ticker' | 'event_ticker'>>;

class KalshiAdapter implements VenueAdapter {
  readonly venue = 'kalshi';
  readonly stream: TickerStream | null;
  readonly probes: readonly UpstreamProbe[];
  readonly #options: KalshiAdapterOptions;
  readonly #client: KalshiClient;
  readonly #events: EventDirectory;
  readonly #series: SeriesDirectory;
  readonly #trades: KalshiTrades;
  readonly #names: ListedNames;
  readonly #trust: StreamTrust;
  /** Names of tracked markets by asset id, from the newest poll. Whole rows would take megabytes. */
  #tracked = new Map<string, MarketNames>();
  /** Listed markets that are no longer tracked because of our limit. Their books can still be read. */
  #beyond = new Map<string, MarketNames>();
  /** End of trading of tracked markets by asset id, where the venue states one. */
  #closeTimes = new Map<string, EpochMs>();
  /** Tickers that were seen in dispute. The final answer of a market no longer states the dispute. */
  readonly #disputed = new Set<string>();

  constructor(options: KalshiAdapterOptions) {
    this.#options = options;
    const { url, wsUrl, apiKey, userAgent, clock, random } = options;
    this.#client = new KalshiClient({
      url,
      userAgent,
      random,
      ...(options.budget && { budget: options.budget }),
    });
    this.#events = new EventDirectory(this.#client, clock);
    this.#series = new SeriesDirectory(this.#client, clock);
    this.#trades = new KalshiTrades(this.#client, clock);
    this.#names = new ListedNames(this.#client.intake, {
      kind: marketRow.name,
      endpoint: marketRow.endpoint,
      member: '/ticker',
    });
    this.#trust = new StreamTrust({
      intake: this.#client.intake,
      wire: tickerMessage,
      source: 'the list',
    });
    this.stream =
      options.streams && apiKey && wsUrl
        ? new TickerStream({
            url: wsUrl,
            key: apiKey,
            userAgent,
            clock,
            random,
            isTracked: (asset) => this.#tracked.has(asset),
            hasClosed: (asset, now) => (this.#closeTimes.get(asset) ?? now + 1) <= now,
            isBelieved: (asset) => this.#trust.isBelieved(asset),
            intake: this.#client.intake,
          })
        : null;
    this.probes = [
      {
        upstream: 'kalshi',
        venue: 'kalshi',
        url: `${url.replace(/\/+$/, '')}/exchange/status`,
        method: 'GET',
        body: null,
        headers: { 'user-agent': userAgent, 'accept-language': 'en' },
      },
    ];
  }

  async poll(signal: AbortSignal): Promise<VenuePoll> {
    const askedAt = this.#options.clock();
    const [markets] = await Promise.all([
      this.#client.openMarkets({ priority: 'poll', signal }),
      this.#events.prepare(signal),
    ]);
    const receivedAt = this.#options.clock();
    const listed = new Map(markets.filter(isAsset).map((market) => [market.ticker, market]));
    const built = await mapInSlices(listed.values(), (market) => this.#buildState(market, receivedAt));
    const named = this.#names.select(built, ({ ticker }) => ticker.venueId);
    // Each pass over all markets takes milliseconds, so other work runs between two passes.
    await nextTurn();
    const states = selectLargest(named, this.#options.maxMarkets);
    await nextTurn();

    const before = [...this.#beyond, ...this.#tracked];
    this.#tracked = new Map(
      states.map(({ ref, ticker }) => {
        const { event_ticker } = listed.get(ticker.venueId)!;
        return [ref.asset, { ticker: ticker.venueId, event_ticker }];
      }),
    );
    this.#beyond = new Map(
      before.filter(([asset, { ticker }]) => !this.#tracked.has(asset) && listed.has(ticker)),
    );
    this.#closeTimes = new Map(
      states.flatMap(({ ref, ticker }) =>
        ticker.closeTime === null ? [] : [[ref.asset, ticker.closeTime] as const],
      ),
    );
    const tracked = [...this.#tracked.values()];
    this.#events.readMissing(tracked.map(({ event_ticker }) => event_ticker));
    this.#series.follow(tracked.map(({ event_ticker }) => this.#getSeries(event_ticker)));
    this.stream?.prune();
    await nextTurn();
    this.#trust.keep(new Set(this.#tracked.keys()));
    const marked = markExhaustive(states, listed);
    return {
      venue: 'kalshi',
      receivedAt,
      markets: await mapInSlices(marked, (state) => this.#compareStream(state, askedAt)),
      emptyBooks: states.filter(({ bid, ask }) => bid === null && ask === null).length,
      isBeyondLimit: findNames(new Set(listed.keys())),
      isEventCut: createEventCutTest(named.slice(states.length)),
      statesTotals: true,
    };
  }

  async readBook(ref: AssetRef, signal: AbortSignal): Promise<Book> {
    const market = this.#tracked.get(ref.asset) ?? this.#beyond.get(ref.asset);
    if (market === undefined) throw new UpstreamError('not_found', `kalshi does not list ${ref.asset} now`);
    const sides = await this.#client.readBook(market.ticker, { priority: 'book', signal });
    return normaliseBook(sides, ref.asset, this.#options.clock());
  }

  async readCandles(
    ref: AssetRef,
    window: TimeWindow,
    signal: AbortSignal,
    priority: Priority = 'backfill',
  ): Promise<Candle[]> {
    const asking = { priority, signal };
    const ticker = this.#getTicker(ref);
    const event = this.#events.find(this.#tracked.get(ref.asset)?.event_ticker ?? '');
    const series = getSeries(ticker, event);

    const live = await this.#client
      .readHourlyCandles({ series, ticker }, window, asking)
      .catch(nullIfNotFound);
    const isArchived = live === null || (live.length === 0 && !this.#tracked.has(ref.asset));
    if (!isArchived) return selectBars(live.map(normaliseCandle), window);
    const archived = await this.#client
      .readHistoricalHourlyCandles(ticker, window, asking)
      .catch((error: unknown) => (live === null ? rethrow(error) : (nullIfNotFound(error) ?? [])));
    return selectBars(archived.map(normaliseHistoricalCandle), window);
  }

  async readFunding(): Promise<never[]> {
    return [];
  }

  pollTrades(signal: AbortSignal): Promise<TradesPoll> {
    return this.#trades.poll({ priority: 'statistics', signal });
  }

  readTrades(ref: AssetRef, window: TimeWindow, signal: AbortSignal): Promise<TradesRead> {
    return this.#trades.read(ref, this.#getTicker(ref), window, { priority: 'backfill', signal });
  }

  readVenueTrades(window: TimeWindow, signal: AbortSignal): Promise<TradesRead> {
    return this.#trades.readAll(window, { priority: 'backfill', signal });
  }

  async readResolution(ref: AssetRef, signal: AbortSignal): Promise<ResolutionAnswer | null> {
    const ticker = this.#getTicker(ref);
    const market = await this.#client.readMarket(ticker, { priority: 'resolution', signal });
    if (market.status === 'disputed' && this.#disputed.size < MAX_DISPUTES) this.#disputed.add(ticker);
    const resolution = normaliseResolution(market, this.#disputed.has(ticker));
    if (resolution !== null) this.#disputed.delete(ticker);
    return withStated(resolution, readStated(market));
  }

  get intake() {
    return this.#client.intake;
  }

  getCounters() {
    return this.#client.getCounters();
  }

  async close(): Promise<void> {
    await Promise.all([this.stream?.stop(), this.#events.close(), this.#series.close()]);
  }

  #buildState(market: KalshiMarket, now: EpochMs): BinaryState {
    const series = this.#series.find(this.#getSeries(market.event_ticker));
    return normaliseMarket(market, this.#events.find(market.event_ticker), { series, now });
  }

  /**
   * Compares the streamed price with the list. A streamed price that the list contradicts is reported and withheld.
   * Streamed prices are published and never recorded.
   */
  #compareStream(state: BinaryState, askedAt: EpochMs): BinaryState {
    const { asset } = state.ref;
    const streamed = this.stream?.findPrice(asset) ?? null;
    const isListLate = (this.stream?.lastUpdateAt(asset) ?? askedAt) > askedAt - LIST_LAG_MS;
    const streamDoubt = this.#trust.judge(asset, { listed: state.price, streamed, isListLate });
    return streamDoubt === null ? state : { ...state, streamDoubt };
  }

  #getSeries(eventTicker: string): string {
    return getSeries(eventTicker, this.#events.find(eventTicker));
  }

  /**
   * Finds the ticker, which the venue writes in capitals. Of an asset known from the store alone only lower case is
   * known.
   */
  #getTicker(ref: AssetRef): string {
    return this.#tracked.get(ref.asset)?.ticker ?? ref.storeKey.toUpperCase();
  }
}

/**
 * Creates the test outside of the poll, because a closure created in the poll would keep all rows of the poll in
 * memory.
 */
function findNames(listed: ReadonlySet<string>): (storeKey: string) => boolean {
  return (storeKey) => listed.has(storeKey.toUpperCase());
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof UpstreamError && error.failure === 'not_found') return null;
  throw error;
}

function rethrow(error: unknown): never {
  throw error;
}
