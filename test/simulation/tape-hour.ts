// One file: what the venues do, how time passes and when faults strike are one story.
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { buildTape } from '../../src/app/feed/tape.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { type BookEvent, epochMs, type MarketState, type VenueId } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import type { TapeRecorder } from '../../src/recording/tape/tape-recorder.ts';
import type { VenueAdapter } from '../../src/venues/venue-adapter.ts';
import { ADAPTERS, patience, type Stage } from '../contract/simulator/venue-adapters.ts';
import type { Random } from './ledger-world.ts';
import { compareHour, type HourComparison, SentLog } from './tape-hour-truth.ts';

export interface TapeHourReport extends HourComparison {
  /** Seconds of the simulated market. */
  readonly seconds: number;
  /** Faults that struck, by venue and kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** Breaks of books by their reason. */
  readonly breaks: Readonly<Record<string, number>>;
  readonly resyncChanges: number;
}

/** Streams look for news so often. */
const TICK_MS = 1_000;
/** The next fault comes this much later. */
const FAULT_EVERY_MS = 5_000;
const POLL_EVERY_MS = 60_000;
/** A crossed book, and a poll that fails, last so long. */
const FAULT_LASTS_MS = 3_000;
/** Turns of the event loop without any event after which everything that was sent has arrived. */
const QUIET_TURNS = 12;
/** The market stands still, in real time, while connections are made again. */
const PATIENCE_MS = 10_000;
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

interface PlannedFault {
  readonly venue: (typeof VENUES)[number];
  readonly kind: string;
}

/**
 * Records some time of the simulated market at all four venues, through the sockets of the simulator, with faults of every
 * kind, and compares what was recorded with what was sent and with what happened. Time is the test's: a second passes as fast
 * as the frames of it can be read.
 *
 * @param times Faults of each kind at each venue.
 */
export async function runTapeHour(
  dataDir: string,
  { times, seconds, markets, random }: { times: number; seconds: number; markets: number; random: Random },
): Promise<TapeHourReport> {
  const hour = await TapeHour.open(dataDir, markets, random);
  try {
    return await hour.run(times, seconds);
  } finally {
    await hour.close();
  }
}

class TapeHour {
  readonly #dataDir: string;
  readonly #random: Random;
  readonly #simulator: Simulator;
  readonly #sent: SentLog;
  readonly #clock: { now: number };
  readonly #adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly #markets = new Map<string, MarketState>();
  readonly #polled = new Set<VenueId>();
  readonly #recorder: TapeRecorder;
  readonly #struck: Record<string, number> = {};
  /** Polymarket's books of which a change was lost, until a whole one comes. */
  readonly #doubtful = new Set<string>();
  readonly #whole = new Set<string>();
  readonly #used = new Set<string>();
  #events = 0;
  #wanted = 0;

  static async open(dataDir: string, markets: number, random: Random): Promise<TapeHour> {
    const clock = { now: Date.UTC(2026, 9, 6, 12, 1) };
    const sent = new SentLog(() => clock.now);
    const simulator = await startSimulator({
      port: 0,
      seed: 1,
      markets,
      clock: () => epochMs(clock.now),
      keepSent: (line) => sent.add(line),
    });
    return new TapeHour(dataDir, random, simulator, sent, clock);
  }

  private constructor(
    dataDir: string,
    random: Random,
    simulator: Simulator,
    sent: SentLog,
    clock: { now: number },
  ) {
    this.#dataDir = dataDir;
    this.#random = random;
    this.#simulator = simulator;
    this.#sent = sent;
    this.#clock = clock;
    const stage: Stage = {
      simulator,
      clock: () => epochMs(clock.now),
      advance: (ms) => {
        clock.now += ms;
      },
    };
    this.#adapters = new Map(VENUES.map((venue) => [venue, ADAPTERS[venue](stage, { streams: true })]));
    const feed = {
      venues: VENUES,
      find: (asset: string) => this.#markets.get(asset) ?? null,
      snapshot: (venue: VenueId) => (this.#polled.has(venue) ? {} : null),
    };
    const recorder = buildTape(
      {
        config: readConfig({ CROSSTAPE_DATA_DIR: dataDir }),
        secrets: readSecrets({}),
        log: pino({ level: 'silent' }),
        clock: stage.clock,
        adapters: this.#adapters,
      },
      feed as unknown as Feed,
    );
    if (recorder === null) throw new TypeError('nothing is recorded');
    this.#recorder = recorder;
  }

  async run(times: number, seconds: number): Promise<TapeHourReport> {
    for (const { stream } of this.#adapters.values()) {
      stream?.onUpdate(() => this.#events++);
      stream?.onTrade?.(() => this.#events++);
      stream?.onBook?.((event) => this.#noteBook(event));
    }
    this.#recorder.start();
    await this.#poll();
    for (const { stream } of this.#adapters.values()) stream?.start();
    await this.#waitForStreams();
    const fromMs = this.#clock.now;
    const plan = this.#planFaults(times);
    await this.#pass(30_000);
    const everyMs = Math.min(FAULT_EVERY_MS, Math.floor((seconds * 1_000) / Math.max(1, plan.length)));
    for (const fault of plan) {
      await this.#strike(fault);
      await this.#pass(everyMs);
    }
    while (this.#clock.now < fromMs + seconds * 1_000) await this.#pass(FAULT_EVERY_MS);
    this.#simulator.faults.clearAll();
    await this.#passUntilWhole();
    const toMs = this.#clock.now;
    await this.#readLateTrades();
    const { breaks, resyncChanges } = await this.#recorder.read();
    this.#recorder.detach();
    for (const { stream } of this.#adapters.values()) await stream?.stop();
    await this.#recorder.stop();
    const compared = await compareHour(
      this.#dataDir,
      this.#sent,
      [...this.#markets.values()].map(({ ref }) => ref),
      {
        fromMs,
        toMs,
        random: this.#random,
        origin: new URL(this.#simulator.urls.kalshi).origin,
      },
    );
    const struck = Object.entries(breaks).filter(([, count]) => count > 0);
    return {
      seconds: (toMs - fromMs) / 1_000,
      faults: this.#struck,
      breaks: Object.fromEntries(struck),
      resyncChanges,
      ...compared,
    };
  }

  async close(): Promise<void> {
    for (const adapter of this.#adapters.values()) await adapter.close();
    await this.#simulator.close();
  }

  #noteBook({ kind, asset }: BookEvent): void {
    this.#events++;
    if (kind !== 'whole') return;
    this.#doubtful.delete(asset);
    this.#whole.add(asset);
  }

  #planFaults(times: number): PlannedFault[] {
    const kinds = VENUES.flatMap((venue) =>
      [...STREAM_FAULTS[venue], ...(venue === 'kalshi' ? POLL_FAULTS : [])].map((kind) => ({ venue, kind })),
    );
    const plan = Array.from({ length: times }, () => kinds).flat();
    for (let i = plan.length - 1; i > 0; i--) {
      const j = Math.floor(this.#random() * (i + 1));
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
        faults.set({ kind, venue });
        break;
      case 'gap':
        // In turn one that moves the touch and one that does not.
        faults.set({ kind, ...of, times: 2 });
        if (venue === 'polymarket' && asset !== null) this.#doubtful.add(asset.id);
        break;
      case 'wrong_touch':
        faults.set({ kind, ...of, times: 3 });
        break;
      case 'resend':
      case 'reorder':
      case 'late':
        faults.set({ kind, ...of, times: 1 });
        break;
      case 'cross': {
        const id = faults.set({ kind, ...of });
        await this.#pass(FAULT_LASTS_MS);
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

  /** A market of the venue whose books come, by its canonical id and the name that faults mean; another one each time while there are some. */
  #drawAsset(venue: VenueId): { readonly id: string; readonly name: string } | null {
    const heard = [...this.#markets.values()].filter(
      ({ ref }) => ref.venue === venue && (venue === 'hyperliquid' || this.#whole.has(ref.asset)),
    );
    const fresh = heard.filter(({ ref }) => !this.#used.has(ref.asset));
    const from = fresh.length > 0 ? fresh : heard;
    const found = from[Math.floor(this.#random() * from.length)];
    if (found === undefined) return null;
    this.#used.add(found.ref.asset);
    return { id: found.ref.asset, name: found.ref.storeKey };
  }

  /** Lets time pass tick by tick, and what each brings arrive. */
  async #pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += TICK_MS) {
      this.#clock.now += TICK_MS;
      this.#simulator.tick();
      await this.#arrive();
      if (this.#clock.now >= this.#wanted) await this.#poll();
      await this.#waitForStreams();
    }
  }

  /** The venues are in this process: what they sent is in the buffers of its sockets. */
  async #arrive(): Promise<void> {
    for (let quiet = 0, seen = this.#events; quiet < QUIET_TURNS; quiet++) {
      await new Promise((turn) => setImmediate(turn));
      if (this.#events === seen) continue;
      quiet = 0;
      seen = this.#events;
    }
  }

  /** A connection that was lost comes back before the market goes on, a little later. */
  async #waitForStreams(): Promise<void> {
    const areUp = () =>
      [...this.#adapters.values()].every(({ stream }) => {
        const { connected, connections } = stream?.getStatus() ?? { connected: 0, connections: 0 };
        return connected === connections;
      });
    if (areUp()) return;
    for (const startedAt = performance.now(); !areUp() && performance.now() - startedAt < PATIENCE_MS; )
      await new Promise((turn) => setTimeout(turn, 5));
    this.#clock.now += TICK_MS;
    await this.#arrive();
  }

  /** Until a whole book came of every market of which a change was lost. */
  async #passUntilWhole(): Promise<void> {
    for (let i = 0; i < 300 && this.#doubtful.size > 0; i++) await this.#pass(TICK_MS);
    this.#doubtful.clear();
  }

  async #poll(): Promise<void> {
    this.#wanted = this.#clock.now + POLL_EVERY_MS;
    for (const [venue, adapter] of this.#adapters) {
      const { markets } = await adapter.poll(patience());
      this.#polled.add(venue);
      for (const market of markets) this.#markets.set(market.ref.asset, market);
    }
  }

  /** Lists of trades are read when everything has settled, in real time. */
  async #readLateTrades(): Promise<void> {
    this.#clock.now += SETTLED_MS;
    this.#simulator.tick();
    await this.#arrive();
    const traded = [...this.#markets.values()].filter(({ ref }) => ref.venue === 'polymarket').length;
    await new Promise((read) => setTimeout(read, 2_000 + traded * 300));
  }
}
