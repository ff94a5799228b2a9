import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssetRef, BinaryState, EpochMs, VenuePoll } from '../../domain/index.ts';
import { mapInSlices } from '../../scheduling/slices.ts';
import type { AdapterOptions } from '../adapter-options.ts';
import { ListedNames } from '../listed-names.ts';
import { StreamTrust } from '../stream-trust.ts';
import { TrackedMarkets } from '../tracked-markets.ts';
import type { KalshiClient } from './client.ts';
import { EventDirectory } from './event-directory.ts';
import { markExhaustive } from './exhaustive-events.ts';
import { createEventCutTest, selectLargest } from './largest-markets.ts';
import { isAsset, normaliseMarket } from './normalise.ts';
import { SeriesDirectory } from './series-directory.ts';
import { getSeries } from './terms.ts';
import type { TickerStream } from './ticker-stream.ts';
import { type KalshiMarket, marketRow, tickerMessage } from './wire.ts';

export interface UniverseOptions extends AdapterOptions {
  readonly client: KalshiClient;
  readonly stream: TickerStream | null;
}

/** Longest delay with which a list shows what a frame has shown: the venue caches lists for 15 s. */
const LIST_LAG_MS = 20_000;

/** Keeps the universe of the venue: the open markets, their events and series, and which of them are tracked. */
export class Universe {
  readonly #options: UniverseOptions;
  readonly #events: EventDirectory;
  readonly #series: SeriesDirectory;
  readonly #names: ListedNames;
  readonly #trust: StreamTrust;
  /** Tracked markets by asset id. */
  readonly #tracked = new TrackedMarkets<Readonly<Pick<KalshiMarket, 'ticker' | 'event_ticker'>>>(
    ({ ref }) => ref.asset,
  );

  constructor(options: UniverseOptions) {
    this.#options = options;
    const { client, clock } = options;
    this.#events = new EventDirectory(client, clock);
    this.#series = new SeriesDirectory(client, clock);
    this.#names = new ListedNames(client.intake, {
      kind: marketRow.name,
      endpoint: marketRow.endpoint,
      member: '/ticker',
    });
    this.#trust = new StreamTrust({ intake: client.intake, wire: tickerMessage, source: 'the list' });
  }

  async poll(signal: AbortSignal): Promise<VenuePoll> {
    const { client, stream, clock, maxMarkets } = this.#options;
    const askedAt = clock();
    const [markets] = await Promise.all([
      client.openMarkets({ priority: 'poll', signal }),
      this.#events.prepare(signal),
    ]);
    const receivedAt = clock();
    const listed = new Map(markets.filter(isAsset).map((market) => [market.ticker, market]));
    const built = await mapInSlices(listed.values(), (market) => this.#buildState(market, receivedAt));
    const named = this.#names.select(built, ({ ticker }) => ticker.venueId);
    // Each pass over all markets takes milliseconds, so other work runs between two passes.
    await nextTurn();
    const states = selectLargest(named, maxMarkets);
    await nextTurn();

    this.#track(states, listed);
    stream?.prune();
    await nextTurn();
    this.#trust.keep(new Set(this.#tracked.keys()));
    const marked = markExhaustive(states, listed);
    return {
      venue: 'kalshi',
      receivedAt,
      markets: await mapInSlices(marked, (state) => this.#compareStream(state, askedAt)),
      emptyBooks: states.filter(({ bid, ask }) => bid === null && ask === null).length,
      isBeyondLimit: createListTest(new Set(listed.keys())),
      isEventCut: createEventCutTest(named.slice(states.length)),
      statesTotals: true,
    };
  }

  isTracked(asset: string): boolean {
    return this.#tracked.has(asset);
  }

  /** Whether trading in a tracked market has ended. */
  hasClosed(asset: string, now: EpochMs): boolean {
    return this.#tracked.hasClosed(asset, now);
  }

  /** Whether a market's streamed price may be used: it has not contradicted the venue's list. */
  isBelieved(asset: string): boolean {
    return this.#trust.isBelieved(asset);
  }

  /** Finds the ticker of a market that the venue lists and that is or was tracked; null for other markets. */
  findListedTicker({ asset }: AssetRef): string | null {
    return this.#tracked.findListed(asset)?.ticker ?? null;
  }

  /**
   * Finds the ticker, which the venue writes in capitals. Of an asset known from the store alone only lower case is
   * known.
   */
  getTicker(ref: AssetRef): string {
    return this.#tracked.find(ref.asset)?.ticker ?? ref.storeKey.toUpperCase();
  }

  /** Returns the ticker of the series to which a market belongs. */
  getMarketSeries(ref: AssetRef): string {
    const event = this.#events.find(this.#tracked.find(ref.asset)?.event_ticker ?? '');
    return getSeries(this.getTicker(ref), event);
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#series.close()]);
  }

  #track(states: readonly BinaryState[], listed: ReadonlyMap<string, KalshiMarket>): void {
    this.#tracked.replace(states, {
      getNames: ({ ticker }) => ({
        ticker: ticker.venueId,
        event_ticker: listed.get(ticker.venueId)!.event_ticker,
      }),
      lists: ({ ticker }) => listed.has(ticker),
    });
    const events = [...this.#tracked.values()].map(({ event_ticker }) => event_ticker);
    this.#events.readMissing(events);
    this.#series.follow(events.map((event) => this.#getSeries(event)));
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
    const { stream } = this.#options;
    const streamed = stream?.findPrice(asset) ?? null;
    const isListLate = (stream?.lastUpdateAt(asset) ?? askedAt) > askedAt - LIST_LAG_MS;
    const streamDoubt = this.#trust.judge(asset, { listed: state.price, streamed, isListLate });
    return streamDoubt === null ? state : { ...state, streamDoubt };
  }

  #getSeries(eventTicker: string): string {
    return getSeries(eventTicker, this.#events.find(eventTicker));
  }
}

/**
 * Creates the test outside of the poll, because a closure created in the poll would keep all rows of the poll in
 * memory.
 */
function createListTest(listed: ReadonlySet<string>): (storeKey: string) => boolean {
  return (storeKey) => listed.has(storeKey.toUpperCase());
}
