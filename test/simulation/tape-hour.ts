// One file: what the venues do, how time passes and when faults strike are one story.
import path from 'node:path';
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { buildTape } from '../../src/app/feed/tape.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { type BookEvent, epochMs, type MarketState, type VenueId } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import { SqliteTapeReader } from '../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import type { TapeRecorder } from '../../src/recording/tape/tape-recorder.ts';
import type { VenueAdapter, VenueStream } from '../../src/venues/venue-adapter.ts';
import { ADAPTERS, patience, type Stage } from '../contract/simulator/venue-adapters.ts';
import type { Random } from './ledger-world.ts';
import { compareTrades, type TradeComparison } from './tape-hour-trades.ts';
import {
  type BookComparison,
  buildVenueTruth,
  compareBooks,
  type Doubt,
  type HourWindow,
  type LateFrame,
  SentLog,
  TICK_AT_MS,
  TICK_MS,
  toTick,
} from './tape-hour-truth.ts';

export interface TapeHourOptions {
  /** `cuts`: connections of the venues that stream books are lost, and nothing else. `every`: every fault of the simulator. */
  readonly faults: 'cuts' | 'every';
  /** Faults of each kind at each venue. */
  readonly times: number;
  /** Seconds of the simulated market. */
  readonly seconds: number;
  readonly markets: number;
  readonly random: Random;
}

export interface TapeHourReport {
  readonly seconds: number;
  /** Faults that struck, by venue and kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Breaks of books by their reason. */
  readonly breaks: Readonly<Record<string, number>>;
  readonly resyncChanges: number;
  readonly books: BookComparison;
  readonly trades: TradeComparison;
  /** The same comparison of a tape that was told of no break. */
  readonly control: BookComparison;
}

const BEGIN_MS = Date.UTC(2026, 9, 6, 12, 1) + TICK_AT_MS;
/** The clock of the service goes on by as much as really passes after a tick, up to this. */
const MAX_PASSED_MS = 900;
const POLL_EVERY_MS = 60_000;
/** A crossed book lasts so long. */
const CROSSED_MS = 3_000;
/** The market is quiet before the first fault. */
const QUIET_MS = 10_000;
/** Turns of the event loop without any event after which everything that was sent has arrived. */
const QUIET_TURNS = 12;
/** The market stands still, in real time, while connections are made again. */
const PATIENCE_MS = 10_000;
/** Whole books come after trades; after so long without one, nothing is waited for any more. */
const MAX_WAIT_FOR_WHOLE_MS = 300_000;
/** Lists have every trade so long after it. */
const SETTLED_MS = 16 * 60_000;

const STREAM_FAULTS = {
  polymarket: ['cut', 'gap', 'resend', 'reorder', 'late', 'wrong_touch', 'cross'],
  limitless: ['cut', 'gap', 'resend', 'reorder', 'late', 'cross'],
  hyperliquid: ['cut', 'resend', 'reorder', 'late'],
  kalshi: ['cut'],
} as const satisfies Partial<Record<VenueId, readonly string[]>>;
/** Faults of the requests by which trades are polled. */
const POLL_FAULTS = ['status', 'reset', 'malformed', 'duplicate'] as const;
const VENUES = ['polymarket', 'limitless', 'hyperliquid', 'kalshi'] as const;
const VENUES_OF_BOOKS = ['polymarket', 'limitless'] as const;

interface PlannedFault {
  readonly venue: (typeof VENUES)[number];
  readonly kind: string;
}

/**
 * Records some time of the simulated market through the sockets of the simulator, with faults, and compares what was recorded
 * with the books of the venues (`cuts`) or with the frames that they sent (`every`), and with the trades that happened. Time is
 * the test's: a second passes as fast as the frames of it can be read.
 */
export async function runTapeHour(dataDir: string, options: TapeHourOptions): Promise<TapeHourReport> {
  const hour = await TapeHour.open(dataDir, options);
  try {
    return await hour.run();
  } finally {
    await hour.close();
  }
}

class TapeHour {
  readonly #dataDir: string;
  readonly #controlDir: string;
  readonly #options: TapeHourOptions;
  readonly #simulator: Simulator;
  readonly #sent: SentLog;
  readonly #clock: { now: number };
  readonly #adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly #markets = new Map<string, MarketState>();
  readonly #polled = new Set<VenueId>();
  readonly #recorder: TapeRecorder;
  readonly #control: TapeRecorder;
  readonly #struck: Record<string, number> = {};
  /** Polymarket's books of which a change is lost, until a whole one comes, and the faults that lose them. */
  readonly #doubtful = new Map<string, { readonly fault: number; readonly fromMs: number }>();
  /** Times between the loss of a change and the whole book that came next, by asset. */
  readonly #doubts = new Map<string, readonly Doubt[]>();
  /** Assets whose whole books may differ from what the changes before them made: those were lost, or came behind them. */
  readonly #unsure = new Set<string>();
  readonly #late = new Map<string, readonly LateFrame[]>();
  readonly #whole = new Set<string>();
  readonly #used = new Set<string>();
  /** Monotonic ms, of the last tick. */
  #tickedAt = performance.now();
  #events = 0;
  #pollAt = 0;

  static async open(dataDir: string, options: TapeHourOptions): Promise<TapeHour> {
    const clock = { now: BEGIN_MS };
    const sent = new SentLog(() => clock.now);
    const simulator = await startSimulator({
      port: 0,
      seed: 1,
      markets: options.markets,
      clock: () => epochMs(clock.now),
      keepSent: (line) => sent.add(line),
    });
    return new TapeHour(dataDir, options, simulator, sent, clock);
  }

  private constructor(
    dataDir: string,
    options: TapeHourOptions,
    simulator: Simulator,
    sent: SentLog,
    clock: { now: number },
  ) {
    this.#dataDir = path.join(dataDir, 'tape');
    this.#controlDir = path.join(dataDir, 'control');
    this.#options = options;
    this.#simulator = simulator;
    this.#sent = sent;
    this.#clock = clock;
    const stage: Stage = {
      simulator,
      clock: () =>
        epochMs(clock.now + Math.min(MAX_PASSED_MS, Math.floor(performance.now() - this.#tickedAt))),
      advance: (ms) => {
        clock.now += ms;
      },
    };
    this.#adapters = new Map(VENUES.map((venue) => [venue, ADAPTERS[venue](stage, { streams: true })]));
    this.#recorder = this.#build(stage, this.#dataDir, this.#adapters, {});
    this.#control = this.#build(stage, this.#controlDir, withoutBreaks(this.#adapters), {
      CROSSTAPE_TRADES: 'off',
    });
  }

  #build(
    { clock }: Stage,
    dataDir: string,
    adapters: ReadonlyMap<VenueId, VenueAdapter>,
    env: Record<string, string>,
  ): TapeRecorder {
    const feed = {
      venues: VENUES,
      find: (asset: string) => this.#markets.get(asset) ?? null,
      snapshot: (venue: VenueId) => (this.#polled.has(venue) ? {} : null),
    };
    const recorder = buildTape(
      {
        config: readConfig({ CROSSTAPE_DATA_DIR: dataDir, ...env }),
        secrets: readSecrets({}),
        log: pino({ level: 'silent' }),
        clock,
        adapters,
      },
      feed as unknown as Feed,
    );
    if (recorder === null) throw new TypeError('nothing is recorded');
    return recorder;
  }

  async run(): Promise<TapeHourReport> {
    const { seconds } = this.#options;
    for (const { stream } of this.#adapters.values()) {
      stream?.onUpdate(() => this.#events++);
      stream?.onTrade?.(() => this.#events++);
      stream?.onBook?.((event) => this.#noteBook(event));
    }
    this.#recorder.start();
    this.#control.start();
    await this.#poll();
    for (const { stream } of this.#adapters.values()) stream?.start();
    await this.#waitForStreams();
    const fromMs = this.#clock.now;
    const plan = this.#planFaults();
    await this.#pass(QUIET_MS);
    const meanMs = (seconds * 1_000 - QUIET_MS) / plan.length;
    for (const fault of plan) {
      await this.#pass(Math.floor(this.#options.random() * 2 * meanMs));
      await this.#strike(fault);
    }
    while (this.#clock.now < fromMs + seconds * 1_000) await this.#pass(TICK_MS);
    await this.#passUntilWhole();
    this.#simulator.faults.clearAll();
    const toMs = this.#clock.now;
    await this.#readLateTrades();
    const { breaks, resyncChanges } = await this.#recorder.read();
    for (const recorder of [this.#recorder, this.#control]) recorder.detach();
    for (const { stream } of this.#adapters.values()) await stream?.stop();
    for (const recorder of [this.#recorder, this.#control]) await recorder.stop();
    const window = {
      fromMs,
      toMs,
      mayDiffer: (asset: string) => this.#unsure.has(asset),
      late: this.#late,
      doubts: this.#doubts,
    };
    return {
      seconds: (toMs - fromMs) / 1_000,
      faults: this.#struck,
      breaks: Object.fromEntries(Object.entries(breaks).filter(([, count]) => count > 0)),
      resyncChanges,
      books: await this.#compareBooks(this.#dataDir, window),
      trades: await this.#compareTrades(window),
      control: await this.#compareBooks(this.#controlDir, window),
    };
  }

  async close(): Promise<void> {
    for (const adapter of this.#adapters.values()) await adapter.close();
    await this.#simulator.close();
  }

  async #compareBooks(dataDir: string, window: HourWindow): Promise<BookComparison> {
    const reader = new SqliteTapeReader(dataDir);
    const refs = [...this.#markets.values()]
      .map(({ ref }) => ref)
      .filter(({ asset }) => this.#sent.frames.has(asset));
    const truth =
      this.#options.faults === 'cuts'
        ? buildVenueTruth(this.#simulator.world)
        : (ref: { readonly asset: string }, t: number) => this.#sent.find(ref.asset, t);
    try {
      return await compareBooks(reader, refs, truth, window);
    } finally {
      await reader.close();
    }
  }

  async #compareTrades(window: HourWindow): Promise<TradeComparison> {
    const reader = new SqliteTapeReader(this.#dataDir);
    const refs = [...this.#markets.values()]
      .map(({ ref }) => ref)
      .filter(({ venue }) => venue !== 'limitless');
    try {
      return await compareTrades(reader, refs, window, new URL(this.#simulator.urls.kalshi).origin);
    } finally {
      await reader.close();
    }
  }

  #noteBook({ kind, asset, receivedAt, venueTime, ...event }: BookEvent): void {
    this.#events++;
    if (kind !== 'break' && venueTime !== null && toTick(receivedAt) > toTick(venueTime)) {
      const frame = { sentAt: venueTime, receivedAt };
      this.#late.set(asset, [...(this.#late.get(asset) ?? []), frame]);
    }
    if (kind === 'whole') this.#whole.add(asset);
    const doubt = this.#doubtful.get(asset);
    if (doubt === undefined) return;
    const hasEnded = kind === 'break' && 'reason' in event && event.reason === 'ended';
    const isOver = !this.#simulator.faults.list().some(({ id }) => id === doubt.fault);
    // A whole book before the last change was lost shows nothing of that.
    if (hasEnded || (kind === 'whole' && isOver)) this.#endDoubt(asset);
  }

  #planFaults(): PlannedFault[] {
    const { faults, times, random } = this.#options;
    const kinds: readonly PlannedFault[] =
      faults === 'cuts'
        ? VENUES_OF_BOOKS.map((venue) => ({ venue, kind: 'cut' }))
        : VENUES.flatMap((venue) =>
            [...STREAM_FAULTS[venue], ...(venue === 'kalshi' ? POLL_FAULTS : [])].map((kind) => ({
              venue,
              kind,
            })),
          );
    const plan = Array.from({ length: times }, () => kinds).flat();
    for (let i = plan.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [plan[i], plan[j]] = [plan[j]!, plan[i]!];
    }
    return plan;
  }

  async #strike({ venue, kind }: PlannedFault): Promise<void> {
    const { faults } = this.#simulator;
    const asset = this.#drawAsset(venue);
    // A change that was lost shows by the next whole book: before one, nothing else may end its span.
    if (venue === 'polymarket' && (kind === 'cut' || kind === 'wrong_touch')) await this.#passUntilWhole();
    const of = asset === null ? { venue } : { venue, asset: asset.name };
    switch (kind) {
      case 'cut':
        // Within the frames of a moment: those of the markets before this one have arrived.
        faults.set({ kind, ...of });
        break;
      case 'gap': {
        // In turn one that moves the touch and one that does not.
        const id = faults.set({ kind, ...of, times: 2 });
        if (venue !== 'polymarket' || asset === null) break;
        this.#doubtful.set(asset.id, { fault: id, fromMs: this.#clock.now });
        this.#unsure.add(asset.id);
        break;
      }
      case 'wrong_touch':
        faults.set({ kind, ...of, times: 3 });
        break;
      case 'reorder':
        // A whole book after a trade may come before the change that it holds.
        if (asset !== null) this.#unsure.add(asset.id);
        faults.set({ kind, ...of, times: 1 });
        break;
      case 'resend':
      case 'late':
        faults.set({ kind, ...of, times: 1 });
        break;
      case 'cross': {
        const id = faults.set({ kind, ...of });
        await this.#pass(CROSSED_MS);
        faults.clear(id);
        break;
      }
      case 'status':
        faults.set({ kind, status: 503, venue, path: '/markets/trades', times: 1 });
        break;
      case 'reset':
      case 'malformed':
      case 'duplicate':
        faults.set({ kind, venue, path: '/markets/trades', times: 1 });
        break;
    }
    const name = `${venue} ${kind}`;
    this.#struck[name] = (this.#struck[name] ?? 0) + 1;
  }

  /**
   * Draws a market of the venue whose books come, by its canonical id and the name that faults mean; another one each
   * time while there are some.
   */
  #drawAsset(venue: VenueId): { readonly id: string; readonly name: string } | null {
    const heard = [...this.#markets.values()].filter(
      ({ ref }) => ref.venue === venue && (venue === 'hyperliquid' || this.#whole.has(ref.asset)),
    );
    const fresh = heard.filter(({ ref }) => !this.#used.has(ref.asset));
    const from = fresh.length > 0 ? fresh : heard;
    const found = from[Math.floor(this.#options.random() * from.length)];
    if (found === undefined) return null;
    this.#used.add(found.ref.asset);
    return { id: found.ref.asset, name: found.ref.storeKey };
  }

  /** Lets time pass tick by tick, and what each brings arrive. */
  async #pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += TICK_MS) {
      await this.#tick();
      if (this.#clock.now >= this.#pollAt) await this.#poll();
      await this.#waitForStreams();
    }
  }

  async #tick(): Promise<void> {
    this.#clock.now += TICK_MS;
    this.#tickedAt = performance.now();
    this.#simulator.tick();
    await this.#arrive();
  }

  /** Waits until the buffers of sockets are read: the venues are in this process. */
  async #arrive(): Promise<void> {
    for (let quiet = 0, seen = this.#events; quiet < QUIET_TURNS; quiet++) {
      await new Promise((turn) => setImmediate(turn));
      if (this.#events === seen) continue;
      quiet = 0;
      seen = this.#events;
    }
  }

  /** Waits until lost connections are back, a tick later, before the market goes on. */
  async #waitForStreams(): Promise<void> {
    const areUp = () =>
      [...this.#adapters.values()].every(({ stream }) => {
        const { connected, connections } = stream?.getStatus() ?? { connected: 0, connections: 0 };
        return connected === connections;
      });
    if (areUp()) return;
    await this.#tick();
    for (const startedAt = performance.now(); !areUp() && performance.now() - startedAt < PATIENCE_MS; )
      await new Promise((turn) => setTimeout(turn, 5));
    await this.#arrive();
  }

  /** Passes time until a whole book came of every market that lost a change. No more changes are lost. */
  async #passUntilWhole(): Promise<void> {
    for (const { fault } of this.#doubtful.values()) this.#simulator.faults.clear(fault);
    const until = this.#clock.now + MAX_WAIT_FOR_WHOLE_MS;
    while (this.#doubtful.size > 0 && this.#clock.now < until) await this.#pass(TICK_MS);
    for (const asset of [...this.#doubtful.keys()]) this.#endDoubt(asset);
  }

  #endDoubt(asset: string): void {
    const doubt = this.#doubtful.get(asset);
    if (doubt === undefined) return;
    this.#doubtful.delete(asset);
    const ended = { fromMs: doubt.fromMs, toMs: this.#clock.now };
    this.#doubts.set(asset, [...(this.#doubts.get(asset) ?? []), ended]);
  }

  async #poll(): Promise<void> {
    this.#pollAt = this.#clock.now + POLL_EVERY_MS;
    for (const [venue, adapter] of this.#adapters) {
      // Its list costs a minute's budget, and the minutes of the market pass much faster.
      if (venue === 'hyperliquid' && this.#polled.has(venue)) continue;
      const { markets } = await adapter.poll(patience());
      this.#polled.add(venue);
      for (const market of markets) this.#markets.set(market.ref.asset, market);
    }
  }

  /** Lists of trades are read when everything has settled, in real time. */
  async #readLateTrades(): Promise<void> {
    if (this.#options.faults === 'cuts') return;
    this.#clock.now += SETTLED_MS;
    this.#simulator.tick();
    await this.#arrive();
    const traded = [...this.#markets.values()].filter(({ ref }) => ref.venue === 'polymarket').length;
    await new Promise((read) => setTimeout(read, 2_000 + traded * 300));
  }
}

/** Adapters whose streams keep the breaks of books to themselves: all that a recorder of books alone needs of them. */
function withoutBreaks(adapters: ReadonlyMap<VenueId, VenueAdapter>): ReadonlyMap<VenueId, VenueAdapter> {
  const hide = ({ venue, stream }: VenueAdapter) => {
    if (stream?.onBook === undefined) return { venue, stream: null };
    const onBook: VenueStream['onBook'] = (listener) =>
      stream.onBook!((event) => {
        if (event.kind !== 'break') listener(event);
      });
    const onUpdate: VenueStream['onUpdate'] = (listener) => stream.onUpdate(listener);
    return { venue, stream: { onBook, onUpdate } };
  };
  return new Map([...adapters].map(([venue, adapter]) => [venue, hide(adapter) as unknown as VenueAdapter]));
}
