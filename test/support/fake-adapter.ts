import {
  type AssetRef,
  type AssetUpdate,
  type Book,
  type Candle,
  type FundingRate,
  type ResolutionAnswer,
  UpstreamError,
  type VenueId,
  type VenuePoll,
} from '../../src/domain/index.ts';
import type { StreamStatus, TimeWindow, VenueAdapter, VenueStream } from '../../src/venues/venue-adapter.ts';

/** A venue whose answers a test writes down. What is not written down fails like an unreachable venue. */
export class FakeAdapter implements VenueAdapter {
  readonly venue: VenueId;
  readonly stream: FakeStream | null;
  hasOwnCandles = false;
  readonly probes = [];
  polls: (() => Promise<VenuePoll>)[] = [];
  books = new Map<string, Book>();
  /** Resolutions of markets by asset id; markets without an entry have not ended. */
  resolutions = new Map<string, ResolutionAnswer | 'unreachable'>();
  candlesByAsset = new Map<string, Candle[]>();
  calls = { poll: 0, book: 0, candles: 0, resolution: 0 };
  closed = false;

  constructor(venue: VenueId, stream: FakeStream | null = null) {
    this.venue = venue;
    this.stream = stream;
  }

  async poll(): Promise<VenuePoll> {
    this.calls.poll++;
    const next = this.polls.length > 1 ? this.polls.shift() : this.polls[0];
    if (next === undefined) throw this.#unreachable();
    return next();
  }

  async readBook(ref: AssetRef): Promise<Book> {
    this.calls.book++;
    const book = this.books.get(ref.asset);
    if (book === undefined) throw this.#unreachable();
    return book;
  }

  async readCandles(ref: AssetRef, _window?: TimeWindow): Promise<Candle[]> {
    this.calls.candles++;
    const candles = this.candlesByAsset.get(ref.asset);
    if (candles === undefined) throw this.#unreachable();
    return candles;
  }

  async readFunding(): Promise<FundingRate[]> {
    return [];
  }

  async readResolution(ref: AssetRef): Promise<ResolutionAnswer | null> {
    this.calls.resolution++;
    const answer = this.resolutions.get(ref.asset);
    if (answer === 'unreachable') throw this.#unreachable();
    return answer ?? null;
  }

  getCounters() {
    return {
      requests: 0,
      failures: 0,
      schemaFailures: 0,
      lastSchemaFailure: null,
      refused: [],
      kinds: [],
      blocked: false,
      budgetUsedFrac: 0,
      budgetUsedBesidePollsFrac: 0,
    };
  }

  async close() {
    this.closed = true;
  }

  #unreachable(): UpstreamError {
    return new UpstreamError('network', `${this.venue}: unreachable`);
  }
}

/** A stream that says what a test makes it say. */
export class FakeStream implements VenueStream {
  readonly restarted: string[] = [];
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  readonly #lastUpdateAt = new Map<string, AssetUpdate['receivedAt']>();
  /** Assets whose updates are expected to arrive. */
  readonly carried: Set<string>;

  constructor(carried: readonly string[]) {
    this.carried = new Set(carried);
  }

  /** The assets that somebody listens to, as last said. */
  listened: readonly string[] = [];

  start() {}

  async stop() {}

  listen(assets: readonly string[]) {
    this.listened = assets;
  }

  say(update: AssetUpdate) {
    this.#lastUpdateAt.set(update.asset, update.receivedAt);
    for (const listener of this.#listeners) listener(update);
  }

  onUpdate(listener: (update: AssetUpdate) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  carries(asset: string) {
    return this.carried.has(asset);
  }

  lastUpdateAt(asset: string) {
    return this.#lastUpdateAt.get(asset) ?? null;
  }

  restart(asset: string) {
    this.restarted.push(asset);
  }

  getStatus(): StreamStatus {
    return {
      connections: 1,
      connected: 1,
      subscriptions: this.carried.size,
      reconnects: 0,
      lastMessageAt: null,
    };
  }
}
