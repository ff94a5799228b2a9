import type {
  AssetUpdate,
  BookBreak,
  BookEvent,
  Clock,
  PriceLevel,
  TradesHeard,
  VenueId,
  VenueTrade,
} from '../../domain/index.ts';
import type { TapeFrames } from '../../history/tape/contract/tape-frames.ts';
import { Listeners } from '../../scheduling/listeners.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { BrokenBooks, CrossedBooks } from './broken-books.ts';
import { ChangeCounts } from './change-counts.ts';
import { countDifferences, FrameCollector } from './frame-collector.ts';
import type { HeardChange, NumberedTrade } from './messages.ts';
import type { RateMeter } from './rate-meter.ts';
import type { TapedMarket, TapeMarkets } from './tape-markets.ts';

export interface TapeCollectorOptions {
  readonly adapters: readonly VenueAdapter[];
  readonly markets: TapeMarkets;
  readonly records: { readonly books: boolean; readonly trades: boolean };
  readonly rates: ReadonlyMap<VenueId, RateMeter>;
  /** Called when trades of a market are received again after a hole. Times are epoch ms, both ends inclusive. */
  readonly onHole: (market: TapedMarket, fromMs: number, toMs: number) => void;
  /** Called for each trade of a stream. @param t Time at the venue, or else by our clock. */
  readonly onTrade: (market: TapedMarket, t: number) => void;
  readonly onBreak: (market: TapedMarket, reason: BookBreak) => void;
  /** Receives what a listener of trades threw. */
  readonly onFault: (error: unknown) => void;
  readonly clock: Clock;
}

/** Maximum number of trades that wait for a restarted thread. */
const MAX_WAITING_TRADES = 100_000;

interface Sides {
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}

/** Listens to the streams of venues, and collects their events until the next batch. */
export class TapeCollector {
  readonly #options: TapeCollectorOptions;
  readonly #frames = new FrameCollector();
  readonly counts: ChangeCounts;
  readonly broken = new BrokenBooks();
  readonly crossed = new CrossedBooks();
  /** Last whole book of venues that send no changes, from which the number of changes is counted. */
  readonly #wholes = new Map<number, Sides>();
  /** Times since which trades are received, by number of the market. */
  readonly #heardFrom = new Map<number, number>();
  /**
   * Ends of reception by number of the market, for markets whose trades are not received at present, with the reason.
   */
  readonly #heardTo = new Map<number, { readonly toMs: number; readonly reason: BookBreak }>();
  /** Listeners of every trade as it arrives, whether it can be recorded or not. */
  readonly #listeners: Listeners<VenueTrade>;
  #trades: NumberedTrade[] = [];
  #heard: HeardChange[] = [];
  #unsubscribe: (() => void)[] = [];
  /** Whether frames are dropped, because they must not be stored at present. */
  isPaused = false;
  areTradesPaused = false;
  lostTrades = 0;

  constructor(options: TapeCollectorOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.onFault);
    this.counts = new ChangeCounts(options.clock());
  }

  start(): void {
    const { adapters, records } = this.#options;
    for (const { stream, venue } of adapters) {
      if (stream === null) continue;
      if (records.books && stream.onBook !== undefined)
        this.#unsubscribe.push(
          stream.onBook((event) => this.#takeBook(event)),
          stream.onUpdate((update) => this.#noteTouch(update, venue)),
        );
      if (records.trades && stream.onTrade !== undefined)
        this.#unsubscribe.push(stream.onTrade((trade) => this.addTrade(trade)));
      if (records.trades && stream.onHeard !== undefined)
        this.#unsubscribe.push(stream.onHeard((heard) => this.#hear(heard)));
    }
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#unsubscribe = [];
  }

  /** Number of levels and changes that wait for the next batch. */
  get changes(): number {
    return this.#frames.changes;
  }

  /** Requests all whole books again. */
  repeatBooks(): void {
    for (const { stream } of this.#options.adapters) stream?.repeatBooks?.();
  }

  /** Adds a listener of trades. Returns a function that removes it. */
  onTrade(listener: (trade: VenueTrade) => void): () => void {
    return this.#listeners.add(listener);
  }

  addTrade(heard: VenueTrade): void {
    this.#listeners.notify(heard);
    const { asset, ...trade } = heard;
    if (this.areTradesPaused) return;
    if (this.#trades.length >= MAX_WAITING_TRADES) {
      this.lostTrades++;
      return;
    }
    const market = this.#options.markets.get(asset);
    this.#trades.push({ ...trade, market: market.number });
    this.#options.onTrade(market, trade.venueTime ?? trade.receivedAt ?? this.#options.clock());
  }

  addHeard(change: HeardChange): void {
    this.#heard.push(change);
  }

  /** Ends the book of a market that is no longer recorded. */
  drop(market: TapedMarket, reason: BookBreak, toMs: number): void {
    this.#break(market, reason, toMs);
  }

  /** Whether trades of a market are received at present. */
  hears({ number }: TapedMarket): boolean {
    return this.#heardFrom.has(number);
  }

  /** Finds why trades of a market are not received at present; null: they are. */
  findWhyUnheard(asset: string): `break_${BookBreak}` | 'never' | null {
    const number = this.#options.markets.findNumber(asset);
    if (number === null) return 'never';
    if (this.#heardFrom.has(number)) return null;
    const end = this.#heardTo.get(number);
    return end === undefined ? 'never' : `break_${end.reason}`;
  }

  /** Forgets the state of a market whose trades are not received. */
  forget({ number, asset }: TapedMarket): void {
    this.#wholes.delete(number);
    this.#heardTo.delete(number);
    this.crossed.forget(asset);
  }

  /** Marks every book as unknown to the tape, until its next whole one. */
  loseBooks(reason: BookBreak): void {
    for (const market of this.#options.markets.live()) this.#noteBreak(market, reason);
  }

  /** Ends the time in which trades are received. It starts again later. */
  endHeard(reason: BookBreak, toMs: number): void {
    for (const [number] of this.#heardFrom) {
      this.#heard.push({ kind: 'end', key: this.#toKey(number), toMs, reason });
      this.#heardTo.set(number, { toMs, reason });
    }
  }

  beginHeard(fromMs: number): void {
    for (const [number, since] of this.#heardFrom) this.#begin(number, Math.max(since, fromMs));
  }

  /** Notes the time up to which an earlier run, or a thread that died, received trades of the markets. */
  noteHeardTo(assets: readonly string[], toMs: number): void {
    for (const asset of assets) {
      const market = this.#options.markets.get(asset);
      const since = this.#heardFrom.get(market.number);
      if (since === undefined) this.#heardTo.set(market.number, { toMs, reason: 'restart' });
      else this.#options.onHole(market, toMs + 1, since - 1);
    }
  }

  /** Notes the end of the received time for all markets, before it starts again. */
  loseHeard(toMs: number): void {
    for (const [number] of this.#heardFrom) this.#heardTo.set(number, { toMs, reason: 'restart' });
  }

  /** Drops the waiting frames, because the thread for which they were meant has lost those before them. */
  clear(): void {
    this.#frames.take();
    this.#heard = [];
  }

  takeFrames(): TapeFrames | null {
    return this.#frames.take();
  }

  takeTrades(): NumberedTrade[] {
    const trades = this.#trades;
    this.#trades = [];
    return trades;
  }

  takeHeard(): HeardChange[] {
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  #takeBook(event: BookEvent): void {
    const market = this.#options.markets.get(event.asset);
    market.hasBook = true;
    if (event.kind === 'break') {
      this.#break(market, event.reason, event.receivedAt);
      return;
    }
    const changes = event.kind === 'whole' ? this.#countWhole(market, event) : event.changes.length;
    this.counts.add(market.number, changes);
    this.#options.rates.get(market.venue)?.add(changes);
    if (!market.isRecorded || this.isPaused) return;
    if (event.kind === 'whole') {
      market.isLive = true;
      this.#frames.addWhole(market.number, event);
    } else if (market.isLive) this.#frames.addChanges(market.number, event);
  }

  /** Counts the levels that a whole book changes, for venues that send no changes. The first book changes none. */
  #countWhole({ number, sendsChanges }: TapedMarket, { bids, asks }: Sides): number {
    if (sendsChanges) return 0;
    const before = this.#wholes.get(number);
    this.#wholes.set(number, { bids, asks });
    if (before === undefined) return 0;
    return countDifferences(before.bids, bids, 'bid') + countDifferences(before.asks, asks, 'ask');
  }

  #break(market: TapedMarket, reason: BookBreak, toMs: number): void {
    this.#wholes.delete(market.number);
    if (!market.isLive) return;
    this.#noteBreak(market, reason);
    this.#frames.addBreak(market.number, reason, toMs);
  }

  #noteBreak(market: TapedMarket, reason: BookBreak): void {
    market.isLive = false;
    this.broken.note(market, reason, this.#options.clock());
    this.crossed.forget(market.asset);
    this.#options.onBreak(market, reason);
  }

  #noteTouch(update: AssetUpdate, venue: VenueId): void {
    this.crossed.note(update, venue);
  }

  #hear(heard: TradesHeard): void {
    const { number } = this.#options.markets.get(heard.asset);
    const key = this.#toKey(number);
    if (heard.kind === 'begin') {
      this.#heardFrom.set(number, heard.at);
      if (!this.areTradesPaused) this.#begin(number, heard.at);
    } else if (this.#heardFrom.delete(number) && !this.areTradesPaused) {
      this.#heard.push({ kind: 'end', key, toMs: heard.at, reason: heard.reason });
      this.#heardTo.set(number, { toMs: heard.at, reason: heard.reason });
    }
  }

  #begin(number: number, fromMs: number): void {
    this.#heard.push({ kind: 'begin', key: this.#toKey(number), fromMs, polledToMs: null });
    const end = this.#heardTo.get(number);
    const market = this.#options.markets.getByNumber(number);
    if (end === undefined || market === undefined) return;
    this.#heardTo.delete(number);
    this.#options.onHole(market, end.toMs + 1, fromMs - 1);
  }

  #toKey(number: number): HeardChange['key'] {
    const venue = this.#options.markets.getByNumber(number)?.venue;
    if (venue === undefined) throw new RangeError(`no market of the tape has the number ${number}`);
    return { venue, market: number };
  }
}
