// One file: the thread, the disk, the clock and what waits decide together whether books are recorded.
import {
  type BookBreak,
  type Clock,
  type EpochMs,
  findAssetRef,
  HOUR_MS,
  MINUTE_MS,
  type NullReason,
  SECOND_MS,
  type VenueId,
  type VenueTrade,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { TapeStatus, TapeStatusReader } from '../../feed/tape-status.ts';
import type { TapedMarket } from '../../feed/taped-markets.ts';
import type { TapeState } from '../../history/tape/contract/tape-writer.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { BooksByBudget } from './books-by-budget.ts';
import { listBuffers } from './frame-columns.ts';
import { LeftTrades } from './left-trades.ts';
import type { TapeBatch, TapeMessage, TapeReply, TapeReport } from './messages.ts';
import { RateMeter } from './rate-meter.ts';
import { StatedVolumes } from './stated-volumes.ts';
import { TapeCollector } from './tape-collector.ts';
import { TapeCounts } from './tape-counts.ts';
import { type BookChoice, TapeMarkets } from './tape-markets.ts';
import { describeTape } from './tape-report.ts';
import { TradePolls } from './trade-polls.ts';
import { TradeReads } from './trade-reads.ts';
import { type HoleSpan, VenueHoles } from './venue-holes.ts';

/** What was received is handed over so often. */
const POST_EVERY_MS = 100;
/** Changes handed over and not on the disk: above the first number books are given up until there are fewer than the second. */
const MAX_WAITING = 1_000_000;
const RESUME_WAITING = 100_000;
const DISK_EVERY_MS = 10 * SECOND_MS;
/** Markets of which nothing is heard any more are looked for so often. */
const FORGET_EVERY_MS = 6 * HOUR_MS;
/** A step back of the clock by more than this ends every span. */
const MAX_STEP_BACK_MS = SECOND_MS;
/** Trades of a polled venue are not known any more when the last poll that came whole is so old. */
const MAX_POLL_AGE_MS = 2 * MINUTE_MS;
/** Books that the tape does not know are requested again at most so often. */
const REPEAT_EVERY_MS = 10 * SECOND_MS;
/** A thread that died begins again after this time, which doubles while it dies before its first commit. */
const RESTART_AFTER_MS = SECOND_MS;
const MAX_RESTART_AFTER_MS = MINUTE_MS;

/** Free space of the disk as health judges it; null: there is enough. */
export type DiskLevel = 'warning' | 'critical' | null;

/** The thread that writes the tape. */
export interface TapeThread {
  post(message: TapeMessage, transfer: readonly ArrayBufferLike[]): void;
  /** Ends it without another word. */
  terminate(): Promise<void>;
}

export interface TapeSettings {
  readonly books: BookChoice;
  readonly budgetBytes: number;
  readonly trades: boolean;
}

export interface TapeRecorderOptions {
  readonly settings: TapeSettings;
  readonly adapters: readonly VenueAdapter[];
  readonly feed: Pick<Feed, 'find' | 'snapshot' | 'venues'>;
  readonly sendsChanges: (venue: VenueId) => boolean;
  /** Whether the venue lists trades when they settled, with ids of transactions. */
  readonly listsSettled: (venue: VenueId) => boolean;
  readonly clock: Clock;
  /**
   * Begins a thread. It says what it did, and once that it ended, with the reason.
   */
  readonly startThread: (events: {
    readonly onReply: (reply: TapeReply) => void;
    readonly onEnd: (reason: string) => void;
  }) => TapeThread;
  readonly judgeDisk: () => Promise<DiskLevel>;
  readonly log: {
    readonly info: (facts: object, message: string) => void;
    readonly warn: (facts: object, message: string) => void;
  };
}

/** Records what streams and polls say of books and trades: hands it to the thread of the tape, and decides what is recorded. */
export class TapeRecorder implements TapeStatusReader {
  readonly #options: TapeRecorderOptions;
  readonly #markets: TapeMarkets;
  readonly #collector: TapeCollector;
  readonly #polls: TradePolls;
  readonly #reads: TradeReads;
  readonly #holes: VenueHoles;
  readonly #left = new LeftTrades();
  readonly #counts: TapeCounts;
  readonly #rates: ReadonlyMap<VenueId, RateMeter>;
  readonly #budget: BooksByBudget;
  readonly #volumes = new StatedVolumes();
  #thread: TapeThread | null = null;
  #timer: NodeJS.Timeout | null = null;
  #restart: NodeJS.Timeout | null = null;
  #stopped: PromiseWithResolvers<void> | null = null;
  #state: TapeState | null = null;
  #failure: string | null = null;
  /** Levels and changes that this thread has handed over, and those that are on the disk. */
  #handed = 0;
  #handled = 0;
  #postedMs: number;
  #diskCheckedMs = 0;
  #forgotMs: number;
  #repeatedMs = Number.NEGATIVE_INFINITY;
  #disk: DiskLevel = null;
  #isOverloaded = false;
  #isRestored = false;
  #restartAfterMs = RESTART_AFTER_MS;
  #breakAll: TapeBatch['breakAll'] = null;

  constructor(options: TapeRecorderOptions) {
    this.#options = options;
    const { settings, adapters, clock, sendsChanges, log } = options;
    const now = clock();
    const venues = adapters.map(({ venue }) => venue);
    this.#postedMs = now;
    this.#forgotMs = now;
    this.#markets = new TapeMarkets(settings.books, sendsChanges);
    this.#counts = new TapeCounts(venues);
    this.#rates = new Map(venues.map((venue) => [venue, new RateMeter(now)]));
    this.#collector = new TapeCollector({
      adapters,
      markets: this.#markets,
      records: { books: settings.books !== 'off', trades: settings.trades },
      rates: this.#rates,
      onHole: ({ asset, venue }, fromMs, toMs) => this.#reads.noteHole(asset, venue, fromMs, toMs),
      onTrade: ({ asset, venue }, t) => this.#reads.noteTrade(asset, venue, t),
      onBreak: ({ venue }, reason) => this.#counts.noteBreak(venue, reason),
      clock,
    });
    this.#reads = new TradeReads({
      adapters: settings.trades ? adapters : [],
      listsSettled: options.listsSettled,
      clock,
      onRead: (asset, { trades, fromMs, toMs, isOfSettled }) => {
        const { number } = this.#markets.get(asset);
        const rows = trades.map(({ asset: _, ...trade }) => ({ ...trade, market: number }));
        this.#thread?.post({ kind: 'listing', market: number, fromMs, toMs, trades: rows, isOfSettled }, []);
      },
      onFilled: (asset, { fromMs, toMs }) => {
        const { number, venue } = this.#markets.get(asset);
        this.#collector.addHeard({ kind: 'fill', key: { venue, market: number }, fromMs, toMs });
      },
      onError: (error, venue) => log.warn({ err: error, venue }, 'trades of a market could not be read'),
    });
    this.#holes = new VenueHoles({
      adapters: settings.trades ? adapters : [],
      clock,
      onRead: (venue, part, trades) => this.#takeHole(venue, part, trades),
      onError: (error, venue) => log.warn({ err: error, venue }, 'trades of a hole could not be read'),
    });
    this.#budget = new BooksByBudget({
      feed: options.feed,
      markets: this.#markets,
      counts: this.#collector.counts,
      budgetBytes: settings.budgetBytes,
      onLeft: (market, nowMs) => this.#collector.drop(market, 'dropped', nowMs),
      onReturned: () => this.#collector.repeatBooks(),
      log,
      nowMs: now,
    });
    this.#polls = new TradePolls({
      adapters: settings.trades ? adapters : [],
      clock,
      areMarketsKnown: (venue) => options.feed.snapshot(venue) !== null,
      onTrade: (trade) => this.#takePolled(trade),
      onHeard: (change) => {
        if (!this.#collector.areTradesPaused) this.#collector.addHeard(change);
      },
      onHole: (venue, fromMs, toMs) => this.#holes.noteHole(venue, fromMs, toMs),
      onPolled: () => this.#readLeft(),
      onCut: () => this.#counts.tradesLeft++,
      onError: (error, venue) => log.warn({ err: error, venue }, 'trades could not be polled'),
    });
  }

  /** Begins before the streams do, so that no first book is missed. */
  start(): void {
    this.#begin();
    this.#collector.start();
    this.#polls.start();
    this.#reads.start();
    this.#holes.start();
    this.#timer = setInterval(() => this.#tick(), POST_EVERY_MS).unref();
  }

  /** Listens no more: how streams stop says nothing about books. */
  detach(): void {
    this.#collector.stop();
  }

  /** Resolves when everything that came is on the disk and the file is closed. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    if (this.#restart !== null) clearTimeout(this.#restart);
    await this.#polls.stop();
    await this.#reads.stop();
    await this.#holes.stop();
    this.#collector.stop();
    const thread = this.#thread;
    if (thread === null) return;
    this.#post(this.#options.clock());
    this.#stopped = Promise.withResolvers<void>();
    thread.post({ kind: 'stop', atMs: this.#options.clock() }, []);
    await this.#stopped.promise;
    this.#thread = null;
    await thread.terminate();
  }

  async read(): Promise<TapeStatus> {
    const now = this.#options.clock();
    const { settings, feed } = this.#options;
    return describeTape({
      now,
      settings,
      markets: this.#markets,
      counts: this.#counts,
      rates: this.#rates,
      collector: this.#collector,
      state: this.#state,
      fullMb: this.#budget.fullMb,
      waiting: this.#waiting,
      whyStopped: this.#findWhyStopped(),
      isListed: (asset) => feed.find(asset) !== null,
    });
  }

  /** Whether the book of an asset is not recorded because larger markets take all places. */
  isLeftOut(asset: string): boolean {
    return this.#markets.isLeftOut(asset);
  }

  /** Sizes of the trades of an asset within a day by stated side, or why there are none. */
  findStated(asset: string, venue: VenueId): Pick<TapedMarket, 'stated' | 'whyNone'> {
    const stated = this.#volumes.find(asset, this.#options.clock());
    return { stated, whyNone: stated === null ? this.#findWhyNoTrades(asset, venue) : null };
  }

  #findWhyNoTrades(asset: string, venue: VenueId): NullReason {
    if (this.#collector.areTradesPaused) return 'break_disk';
    if (!this.#volumes.isRead) return 'pending';
    if (!this.#polls.polls(venue)) return this.#collector.findWhyUnheard(asset) ?? 'no_trades';
    const knownToMs = this.#polls.findKnownTo(venue);
    if (knownToMs === null) return 'pending';
    return this.#options.clock() - knownToMs > MAX_POLL_AGE_MS ? 'break_silence' : 'no_trades';
  }

  get #waiting(): number {
    return this.#handed - this.#handled + this.#collector.changes;
  }

  #findWhyStopped(): string | null {
    if (this.#thread === null) return 'the thread that writes it has ended, and begins again';
    if (this.#failure !== null) return `a commit was refused: ${this.#failure}`;
    if (this.#disk === 'critical')
      return 'the disk of the data directory is almost full: neither books nor trades are recorded';
    return this.#disk === 'warning'
      ? 'the disk of the data directory fills up: books are not recorded'
      : null;
  }

  #begin(): void {
    this.#handed = 0;
    this.#handled = 0;
    this.#failure = null;
    this.#markets.forgetNames();
    let thread: TapeThread | null = null;
    thread = this.#options.startThread({
      onReply: (reply) => this.#take(reply),
      onEnd: (reason) => {
        if (this.#thread === thread) this.#noteEnd(reason);
      },
    });
    this.#thread = thread;
  }

  /** The thread has died: what was not committed is lost, and every span ended with the last commit. */
  #noteEnd(reason: string): void {
    this.#thread = null;
    if (this.#stopped !== null) {
      this.#stopped.resolve();
      return;
    }
    this.#options.log.warn({ reason }, 'the thread that writes the tape has ended; it begins again');
    this.#collector.isPaused = true;
    this.#collector.loseBooks('restart');
    this.#collector.clear();
    this.#breakAll = null;
    this.#polls.forget(this.#state?.committedMs ?? this.#options.clock());
    this.#collector.loseHeard(this.#state?.committedMs ?? this.#options.clock());
    this.#restart = setTimeout(() => {
      this.#begin();
      this.#resumeBooks();
      if (this.#disk !== 'critical') this.#collector.beginHeard(this.#options.clock());
      for (const { number, isSampled } of this.#markets.all())
        if (isSampled) this.#budget.repeatClass(number);
    }, this.#restartAfterMs).unref();
    this.#restartAfterMs = Math.min(2 * this.#restartAfterMs, MAX_RESTART_AFTER_MS);
  }

  #take(reply: TapeReply): void {
    if (reply.kind === 'report') this.#takeReport(reply);
    else if (reply.kind === 'compared') {
      const market = this.#markets.getByNumber(reply.market);
      if (market !== undefined) this.#reads.noteCompared(market.asset, reply.oldestMissingMs, reply.nextMs);
    } else if (reply.kind === 'volumes') this.#volumes.replace(reply.volumes);
    else if (reply.kind === 'restored') {
      // A thread that was begun again after a death: what it found is known here.
      if (this.#isRestored) return;
      this.#isRestored = true;
      this.#collector.noteHeardTo(reply.assets, reply.newestMs);
      for (const [venue, toMs] of Object.entries(reply.heardToMs))
        this.#polls.continueFrom(venue as VenueId, toMs);
      for (const { asset, t } of reply.uncompared)
        this.#reads.noteTrade(asset, this.#markets.get(asset).venue, t);
    } else this.#stopped?.resolve();
  }

  #takeReport({
    state,
    handled,
    failure,
    refused,
    forgotten,
    unknown,
    resyncChanges,
    trades,
    volumes,
  }: TapeReport): void {
    const { clock, log } = this.#options;
    this.#markets.free(forgotten);
    if (failure !== null && this.#failure === null)
      log.warn({ failure }, 'a commit of the tape was refused; it is repeated');
    if (failure === null) this.#restartAfterMs = RESTART_AFTER_MS;
    this.#state = state;
    this.#handled = handled;
    this.#failure = failure;
    this.#counts.resyncChanges += resyncChanges;
    this.#counts.addTrades(trades);
    this.#volumes.add(volumes);
    for (const number of refused) {
      const market = this.#markets.getByNumber(number);
      if (market !== undefined) this.#counts.noteBreak(market.venue, 'refused');
    }
    // Books that the tape lost for a reason of its own.
    const isDue = clock() - this.#repeatedMs >= REPEAT_EVERY_MS;
    if (unknown + refused.length > 0 && isDue && !this.#collector.isPaused) this.#repeatBooks();
  }

  #tick(): void {
    const now = this.#options.clock();
    for (const rate of this.#rates.values()) rate.advance(now);
    this.#collector.counts.advance(now);
    this.#volumes.forgetOld(now);
    if (now < this.#postedMs - MAX_STEP_BACK_MS) this.#noteStepBack();
    this.#limitWaiting(now);
    if (now - this.#diskCheckedMs >= DISK_EVERY_MS || now < this.#diskCheckedMs) {
      this.#diskCheckedMs = now;
      this.#options.judgeDisk().then(
        (level) => this.#setDisk(level),
        (error) => this.#options.log.warn({ err: error }, 'the free space of the disk is not known'),
      );
    }
    this.#budget.decideIfDue(now, this.#state);
    this.#forgetIfDue(now);
    this.#post(now);
  }

  #forgetIfDue(now: number): void {
    if (now >= this.#forgotMs && now - this.#forgotMs < FORGET_EVERY_MS) return;
    this.#forgotMs = now;
    const { feed } = this.#options;
    const forgotten = this.#markets.forgetUnused(
      (market) => this.#collector.hears(market) || feed.find(market.asset) !== null,
    );
    for (const market of forgotten) this.#collector.forget(market);
  }

  #post(now: EpochMs): void {
    this.#postedMs = now;
    if (this.#thread === null) return;
    const frames = this.#collector.takeFrames();
    const batch: TapeBatch = {
      kind: 'batch',
      atMs: now,
      frames,
      breakAll: this.#breakAll,
      classes: this.#budget.takeChanges(),
      trades: this.#collector.takeTrades(),
      heard: this.#collector.takeHeard(),
      forgotten: this.#markets.takeForgotten(),
      // Last: markets that the members before have met are among them.
      markets: this.#markets.takeUnnamed(),
    };
    this.#breakAll = null;
    this.#handed += frames?.sides.length ?? 0;
    this.#thread.post(batch, frames === null ? [] : listBuffers(frames));
  }

  /** The writer ends every span when it sees a time before the last one. */
  #noteStepBack(): void {
    if (this.#collector.isPaused) return;
    this.#collector.loseBooks('clock');
    this.#repeatBooks();
  }

  #limitWaiting(now: number): void {
    if (!this.#isOverloaded && this.#waiting > MAX_WAITING) {
      this.#isOverloaded = true;
      // All that came until now is handed over first.
      const isDisk = this.#failure !== null;
      this.#pauseBooks(isDisk ? 'disk' : 'overload', isDisk ? null : now);
    } else if (this.#isOverloaded && this.#waiting < RESUME_WAITING) {
      this.#isOverloaded = false;
      this.#resumeBooks();
    }
  }

  #setDisk(level: DiskLevel): void {
    const before = this.#disk;
    this.#disk = level;
    if (level === before) return;
    const committedMs = this.#state?.committedMs ?? this.#options.clock();
    if (before === null) this.#pauseBooks('disk', null);
    if (level === 'critical' || before === 'critical') {
      const isCritical = level === 'critical';
      if (isCritical) {
        this.#collector.endHeard('disk', committedMs);
        this.#polls.end('disk', committedMs);
      }
      this.#collector.areTradesPaused = isCritical;
      if (!isCritical) this.#collector.beginHeard(this.#options.clock());
    }
    if (level === null) this.#resumeBooks();
  }

  /** @param toMs Last moment at which books are known; null: the last commit. */
  #pauseBooks(reason: BookBreak, toMs: number | null): void {
    if (this.#collector.isPaused) return;
    this.#options.log.warn({ reason }, 'books are not recorded for a while');
    this.#collector.isPaused = true;
    this.#collector.loseBooks(reason);
    this.#breakAll = { reason, toMs };
  }

  #resumeBooks(): void {
    if (this.#isOverloaded || this.#disk !== null || this.#thread === null) return;
    this.#collector.isPaused = false;
    this.#repeatBooks();
  }

  #repeatBooks(): void {
    this.#repeatedMs = this.#options.clock();
    this.#collector.repeatBooks();
  }

  #takePolled(trade: VenueTrade): void {
    if (this.#isListed(trade)) this.#collector.addTrade(trade);
  }

  #isListed({ asset, venueTime }: VenueTrade): boolean {
    if (this.#options.feed.find(asset) !== null) return true;
    this.#counts.unlisted++;
    const venue = findAssetRef(asset)?.venue;
    if (venue !== undefined && venueTime !== null) this.#left.note({ asset, venue, fromMs: venueTime });
    return false;
  }

  /** A market is listed some time after its first trades: those are read then. */
  #readLeft(): void {
    const isListed = (asset: string) => this.#options.feed.find(asset) !== null;
    for (const { asset, fromMs } of this.#left.takeListed(isListed, this.#options.clock()))
      this.#reads.noteLeft(asset, fromMs);
  }

  /** @throws {Error} while no thread takes trades. */
  #takeHole(venue: VenueId, { fromMs, toMs }: HoleSpan, trades: readonly VenueTrade[]): void {
    if (this.#thread === null || this.#collector.areTradesPaused)
      throw new Error('trades are not recorded now');
    const rows = trades
      .filter((trade) => this.#isListed(trade))
      .map(({ asset, ...trade }) => ({ ...trade, market: this.#markets.get(asset).number }));
    // Names of new markets have to come first.
    this.#post(this.#options.clock());
    this.#thread.post({ kind: 'venueListing', venue, fromMs, toMs, trades: rows }, []);
    this.#collector.addHeard({ kind: 'fill', key: { venue, market: null }, fromMs, toMs });
  }
}
