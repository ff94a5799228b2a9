// One file: the parts of the recorder do not know each other, and all their messages pass through here.
import {
  type Clock,
  type EpochMs,
  HOUR_MS,
  type NullReason,
  SECOND_MS,
  type VenueId,
  type VenueTrade,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { LiveTrades } from '../../feed/live-trades.ts';
import type { TapeStatus, TapeStatusReader } from '../../feed/tape-status.ts';
import type { TapedMarket } from '../../feed/taped-markets.ts';
import type { TapeState } from '../../history/tape/contract/tape-writer.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import { BooksByBudget } from './books-by-budget.ts';
import { listBuffers } from './frame-collector.ts';
import type { TapeBatch, TapeReply, TapeReport } from './messages.ts';
import { RateMeter } from './rate-meter.ts';
import { type DiskLevel, RecordingGate } from './recording-gate.ts';
import { RunningThread, type StartThread } from './running-thread.ts';
import { StatedVolumes } from './stated-volumes.ts';
import { TapeCollector } from './tape-collector.ts';
import { TapeCounts } from './tape-counts.ts';
import { type BookChoice, TapeMarkets } from './tape-markets.ts';
import { describeTape } from './tape-report.ts';
import { TradeSources } from './trade-sources.ts';

/** Interval at which collected input is sent to the thread. */
const POST_EVERY_MS = 100;
const DISK_EVERY_MS = 10 * SECOND_MS;
/** Interval at which markets without events are searched. */
const FORGET_EVERY_MS = 6 * HOUR_MS;
/** Largest step back of the clock that does not end every span. */
const MAX_STEP_BACK_MS = SECOND_MS;
/** Minimum interval between requests for books that the tape does not know. */
const REPEAT_EVERY_MS = 10 * SECOND_MS;

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
  /** Whether the venue lists trades after they settled, with ids of transactions. */
  readonly listsSettled: (venue: VenueId) => boolean;
  readonly clock: Clock;
  readonly startThread: StartThread;
  readonly judgeDisk: () => Promise<DiskLevel>;
  readonly log: {
    readonly info: (facts: object, message: string) => void;
    readonly warn: (facts: object, message: string) => void;
  };
}

/**
 * Records books and trades from streams and polls: sends them to the thread of the tape, and decides what is recorded.
 */
export class TapeRecorder implements TapeStatusReader, LiveTrades {
  readonly #options: TapeRecorderOptions;
  readonly #markets: TapeMarkets;
  readonly #collector: TapeCollector;
  readonly #trades: TradeSources;
  readonly #thread: RunningThread;
  readonly #gate: RecordingGate;
  readonly #counts: TapeCounts;
  readonly #rates: ReadonlyMap<VenueId, RateMeter>;
  readonly #budget: BooksByBudget;
  readonly #volumes = new StatedVolumes();
  #timer: NodeJS.Timeout | null = null;
  #state: TapeState | null = null;
  #failure: string | null = null;
  /** Number of levels and changes that were sent to the thread, and number of those on the disk. */
  #handed = 0;
  #handled = 0;
  #postedMs: number;
  #diskCheckedMs = 0;
  #forgotMs: number;
  #repeatedMs = Number.NEGATIVE_INFINITY;
  #isRestored = false;

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
      onHole: ({ asset, venue }, fromMs, toMs) => this.#trades.reads.noteHole(asset, venue, fromMs, toMs),
      onTrade: ({ asset, venue }, t) => this.#trades.reads.noteTrade(asset, venue, t),
      onBreak: ({ venue }, reason) => this.#counts.noteBreak(venue, reason),
      onFault: (error) => log.warn({ err: error }, 'a listener of trades failed'),
      clock,
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
    this.#gate = new RecordingGate({
      collector: this.#collector,
      polls: () => this.#trades.polls,
      isThreadUp: () => this.#thread.isUp,
      repeatBooks: () => this.#repeatBooks(),
      clock,
      log,
    });
    this.#thread = new RunningThread({
      startThread: options.startThread,
      onReply: (reply) => this.#receive(reply),
      onBegin: () => {
        this.#handed = 0;
        this.#handled = 0;
        this.#failure = null;
        this.#markets.forgetNames();
      },
      onDeath: (reason) => this.#noteDeath(reason),
      onReplaced: () => this.#resumeAll(),
    });
    this.#trades = new TradeSources({
      adapters: settings.trades ? adapters : [],
      listsSettled: options.listsSettled,
      feed: options.feed,
      markets: this.#markets,
      collector: this.#collector,
      counts: this.#counts,
      clock,
      isThreadUp: () => this.#thread.isUp,
      postWaiting: () => this.#post(clock()),
      post: (message) => this.#thread.post(message),
      log,
    });
  }

  /** Starts before the streams, so that no first book is missed. */
  start(): void {
    this.#thread.begin();
    this.#collector.start();
    this.#trades.start();
    this.#timer = setInterval(() => this.#tick(), POST_EVERY_MS).unref();
  }

  /** Stops listening, because the end of the streams says nothing about books. */
  detach(): void {
    this.#collector.stop();
  }

  onTrade(listener: (trade: VenueTrade) => void): () => void {
    return this.#collector.onTrade(listener);
  }

  /** Resolves when all input is on the disk and the file is closed. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#thread.stopRestarting();
    await this.#trades.stop();
    this.#collector.stop();
    if (!this.#thread.isUp) return;
    this.#post(this.#options.clock());
    await this.#thread.stop(this.#options.clock());
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

  /** Whether the book of an asset is not recorded because larger markets use all the allowed number. */
  isLeftOut(asset: string): boolean {
    return this.#markets.isLeftOut(asset);
  }

  /** Returns the trade sizes of an asset within a day by stated side, or the reason why there are none. */
  findStated(asset: string, venue: VenueId): Pick<TapedMarket, 'stated' | 'whyNone'> {
    const stated = this.#volumes.find(asset, this.#options.clock());
    return { stated, whyNone: stated === null ? this.#findWhyNoTrades(asset, venue) : null };
  }

  #findWhyNoTrades(asset: string, venue: VenueId): NullReason {
    if (this.#collector.areTradesPaused) return 'break_disk';
    if (!this.#volumes.isRead) return 'pending';
    return this.#trades.findWhyNone(asset, venue);
  }

  /** Time of the last commit; before the first one the present time. */
  get #committedMs(): number {
    return this.#state?.committedMs ?? this.#options.clock();
  }

  get #waiting(): number {
    return this.#handed - this.#handled + this.#collector.changes;
  }

  #findWhyStopped(): string | null {
    if (!this.#thread.isUp) return 'the thread that writes it has ended, and begins again';
    if (this.#failure !== null) return `a commit was refused: ${this.#failure}`;
    if (this.#gate.disk === 'critical')
      return 'the disk of the data directory is almost full: neither books nor trades are recorded';
    return this.#gate.disk === 'warning'
      ? 'the disk of the data directory fills up: books are not recorded'
      : null;
  }

  /** Handles the end of the thread: uncommitted input is lost, and every span has ended with the last commit. */
  #noteDeath(reason: string): void {
    this.#options.log.warn({ reason }, 'the thread that writes the tape has ended; it begins again');
    this.#gate.noteDeath();
    this.#trades.polls.forget(this.#committedMs);
    this.#collector.loseHeard(this.#committedMs);
  }

  /** Gives a new thread the state that the one before knew. */
  #resumeAll(): void {
    this.#gate.resumeBooks();
    if (this.#gate.disk !== 'critical') this.#collector.beginHeard(this.#options.clock());
    for (const { number, isSampled } of this.#markets.all()) if (isSampled) this.#budget.repeatClass(number);
  }

  #receive(reply: TapeReply): void {
    if (reply.kind === 'report') this.#receiveReport(reply);
    else if (reply.kind === 'compared') {
      const market = this.#markets.getByNumber(reply.market);
      if (market !== undefined)
        this.#trades.reads.noteCompared(market.asset, reply.oldestMissingMs, reply.nextMs);
    } else if (reply.kind === 'volumes') this.#volumes.replace(reply.volumes);
    else if (reply.kind === 'restored') {
      // What a restarted thread found is known here already.
      if (this.#isRestored) return;
      this.#isRestored = true;
      this.#collector.noteHeardTo(reply.assets, reply.newestMs);
      for (const [venue, toMs] of Object.entries(reply.heardToMs))
        this.#trades.polls.continueFrom(venue as VenueId, toMs);
      for (const { asset, t } of reply.uncompared)
        this.#trades.reads.noteTrade(asset, this.#markets.get(asset).venue, t);
    }
  }

  #receiveReport({
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
    if (failure === null) this.#thread.noteCommit();
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
    // Books that the tape lost for reasons of its own are requested again.
    const isDue = clock() - this.#repeatedMs >= REPEAT_EVERY_MS;
    if (unknown + refused.length > 0 && isDue && !this.#collector.isPaused) this.#repeatBooks();
  }

  #tick(): void {
    const now = this.#options.clock();
    for (const rate of this.#rates.values()) rate.advance(now);
    this.#collector.counts.advance(now);
    this.#volumes.forgetOld(now);
    if (now < this.#postedMs - MAX_STEP_BACK_MS) this.#noteStepBack();
    this.#gate.limitWaiting(this.#waiting, now, this.#failure !== null);
    if (now - this.#diskCheckedMs >= DISK_EVERY_MS || now < this.#diskCheckedMs) {
      this.#diskCheckedMs = now;
      this.#options.judgeDisk().then(
        (level) => this.#gate.setDisk(level, this.#committedMs),
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
    if (!this.#thread.isUp) return;
    const frames = this.#collector.takeFrames();
    const batch: TapeBatch = {
      kind: 'batch',
      atMs: now,
      frames,
      breakAll: this.#gate.takeBreak(),
      classes: this.#budget.takeChanges(),
      trades: this.#collector.takeTrades(),
      heard: this.#collector.takeHeard(),
      forgotten: this.#markets.takeForgotten(),
      // The markets are taken last, because the members above may have added some.
      markets: this.#markets.takeUnnamed(),
    };
    this.#handed += frames?.sides.length ?? 0;
    this.#thread.post(batch, frames === null ? [] : listBuffers(frames));
  }

  /** Notes a step back of the clock, after which the writer ends every span. */
  #noteStepBack(): void {
    if (this.#collector.isPaused) return;
    this.#collector.loseBooks('clock');
    this.#repeatBooks();
  }

  #repeatBooks(): void {
    this.#repeatedMs = this.#options.clock();
    this.#collector.repeatBooks();
  }
}
