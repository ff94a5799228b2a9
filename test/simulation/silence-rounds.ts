import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { getIds } from '../../simulator/polymarket/shapes.ts';
import { type App, startApp } from '../../src/app/assemble.ts';
import { toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import {
  type AssetUpdate,
  buildLimitlessAsset,
  buildPolymarketAsset,
  VENUES,
} from '../../src/domain/index.ts';
import { haveTouchesMoved, type PricedTouch } from '../../src/feed/touch.ts';

export const STREAMING_VENUES = ['hyperliquid', 'polymarket', 'limitless'] as const;
export type StreamingVenue = (typeof STREAMING_VENUES)[number];

/** One silence made on purpose. */
export interface Round {
  readonly venue: StreamingVenue;
  /** Extent of the silence: one asset, or every asset of the connections. */
  readonly what: 'asset' | 'connection';
  readonly asset: string;
  /** Time from the first poll that showed the movement to the alarm, ms; null: not noticed in time. */
  readonly detectMs: number | null;
  /** Time from the alarm to the next message of the stream, ms; null: it did not come in time. */
  readonly recoverMs: number | null;
}

export interface Rig {
  readonly app: App;
  readonly simulator: Simulator;
  readonly pollMs: number;
  close(): Promise<void>;
}

/** Computes the bar of a detection: two poll intervals and five seconds. */
export const detectBarMs = (pollMs: number) => 2 * pollMs + 5_000;
export const RECOVER_BAR_MS = 10_000;
const MOVEMENT_LIMIT_MS = 150_000;

/** Starts the whole service against the simulator on loopback, in its own directory. */
export async function startRig(options: {
  readonly pollMs: number;
  readonly markets?: number;
}): Promise<Rig> {
  const { pollMs } = options;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-silence-'));
  const simulator = await startSimulator({ port: 0, markets: options.markets ?? 250 });
  const config = changeConfig(readConfig({}, toSimulatedVenues(simulator.urls)), {
    dataDir,
    server: { port: 0, botPort: 0 },
    references: { relays: 'off' },
    feed: { adapters: Object.fromEntries(VENUES.map((venue) => [venue, { pollMs }])) },
  });
  const app = await startApp({ config, secrets: readSecrets({}), log: pino({ level: 'silent' }) });
  return {
    app,
    simulator,
    pollMs,
    close: async () => {
      await app.stop();
      await simulator.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Watches from outside what a venue's stream and its polls say of each asset. */
class Witness {
  readonly #streamed = new Map<string, PricedTouch & { readonly at: number }>();
  readonly #polled = new Map<string, PricedTouch>();
  readonly #changes = new Map<string, number>();
  /** Receives each poll that moved an asset to what its stream has not sent. */
  readonly #movements = new Set<(asset: string, at: number) => void>();
  readonly #rig: Rig;

  constructor(rig: Rig) {
    this.#rig = rig;
    rig.app.feed.onUpdate(({ asset, price, bid, ask, receivedAt }) => {
      const touch = { price, bid, ask, at: receivedAt };
      const before = this.#streamed.get(asset);
      if (before !== undefined && haveTouchesMoved(before, touch))
        this.#changes.set(asset, (this.#changes.get(asset) ?? 0) + 1);
      this.#streamed.set(asset, touch);
    });
    rig.app.feed.onSnapshot(({ markets, fetchedAt }) => {
      for (const { ref, polled } of markets) {
        if (polled === null) continue;
        const before = this.#polled.get(ref.asset);
        this.#polled.set(ref.asset, polled);
        if (before === undefined || !haveTouchesMoved(before, polled)) continue;
        const streamed = this.streamed(ref.asset);
        if (streamed !== null && !haveTouchesMoved(streamed, polled)) continue;
        for (const listener of this.#movements) listener(ref.asset, fetchedAt);
      }
    });
  }

  streamed(asset: string): (PricedTouch & { readonly at: number }) | null {
    return this.#streamed.get(asset) ?? null;
  }

  /** Assets whose touch the stream has seen change, the liveliest first. */
  lively(prefix: string): string[] {
    return [...this.#changes]
      .filter(([asset]) => asset.startsWith(prefix) && this.#rig.app.feed.find(asset) !== null)
      .sort(([, a], [, b]) => b - a)
      .map(([asset]) => asset);
  }

  /** Finds the time of the first poll, at or after `from`, that shows a price which the stream has not sent. */
  movement(asset: string, from: number): Promise<number | null> {
    return new Promise((resolve) => {
      const listener = (moved: string, at: number) => {
        if (moved === asset && at >= from) done(at);
      };
      const done = (at: number | null) => {
        clearTimeout(timer);
        this.#movements.delete(listener);
        resolve(at);
      };
      const timer = setTimeout(() => done(null), MOVEMENT_LIMIT_MS);
      this.#movements.add(listener);
    });
  }
}

/** Lists the ids by which the simulated venue's streams name an asset. */
function wireNames(simulator: Simulator, venue: StreamingVenue, asset: string): string[] {
  const listings = simulator.world.universe(simulator.now()).byVenue[venue];
  switch (venue) {
    case 'hyperliquid': {
      const id = Number(/-(\d+)$/.exec(asset)?.[1]);
      return [`#${id * 10}`, `#${id * 10 + 1}`];
    }
    case 'polymarket': {
      const listing = listings.find(({ name }) => buildPolymarketAsset(name).asset === asset);
      return listing === undefined ? [] : [...getIds(listing).tokens];
    }
    case 'limitless':
      return listings.map(({ name }) => name).filter((name) => buildLimitlessAsset(name).asset === asset);
  }
}

const PREFIXES = { hyperliquid: 'hl-pred-', polymarket: 'pm-', limitless: 'limitless-' } as const;

/**
 * Silences `count` assets of a venue, several at a time, each until a new connection, and measures when
 * the service notices and when the stream speaks again. Every fourth turn whole connections are silent.
 */
export async function runRounds(
  rig: Rig,
  venue: StreamingVenue,
  count: number,
  onRound: (round: Round) => void,
): Promise<Round[]> {
  const evidence = new Witness(rig);
  const rounds: Round[] = [];
  const used: string[] = [];
  for (let turn = 0; rounds.length < count; turn++) {
    const isWhole = turn % 4 === 3;
    const lively = await waitFor(() => {
      const found = evidence.lively(isWhole && venue === 'hyperliquid' ? 'hl-' : PREFIXES[venue]);
      const fresh = found.filter((asset) => !used.includes(asset));
      return found.length > 0 ? (fresh.length > 0 ? fresh : found) : null;
    });
    const wanted = isWhole || venue !== 'hyperliquid' ? 1 : Math.min(8, count - rounds.length);
    const targets = lively.slice(0, wanted);
    used.push(...targets);
    const measured = await silence(rig, evidence, venue, isWhole ? null : targets, targets);
    for (const round of measured) {
      rounds.push(round);
      onRound(round);
    }
    while (used.length > 60) used.shift();
  }
  return rounds;
}

async function silence(
  rig: Rig,
  evidence: Witness,
  venue: StreamingVenue,
  silenced: readonly string[] | null,
  targets: readonly string[],
): Promise<Round[]> {
  const { app, simulator, pollMs } = rig;
  const names = silenced?.flatMap((asset) => wireNames(simulator, venue, asset)) ?? [undefined];
  const faults = names.map((name) =>
    simulator.faults.set({
      kind: 'silence',
      venue,
      existing: true,
      ...(name === undefined ? {} : { asset: name }),
    }),
  );
  const setAt = Date.now();
  const words: AssetUpdate[] = [];
  const stopListening = app.feed.onUpdate((update) => {
    if (targets.includes(update.asset)) words.push(update);
  });
  const measured = await Promise.all(
    targets.map(async (asset): Promise<Round | null> => {
      const findAlarm = () => {
        const { ended, ongoing } = app.silences();
        return [...ended, ...ongoing].find((one) => one.asset === asset && one.detectedAt >= setAt) ?? null;
      };
      const movement = evidence.movement(asset, setAt);
      // A poll just before the fault may have shown a movement that the stream could no longer send.
      const shownAt = await Promise.race([
        movement,
        waitFor(() => findAlarm()?.movedAt ?? null, MOVEMENT_LIMIT_MS),
      ]);
      // A market that ended, or did not move, is no silence.
      if (shownAt === null || app.feed.find(asset) === null) return null;
      // A whole connection is renewed at the first alarm, whichever of its assets raised it.
      const isOurs = (one: { asset: string; venue: string; detectedAt: number }) =>
        (silenced === null ? one.venue === venue : one.asset === asset) && one.detectedAt >= setAt;
      const alarm = await waitFor(() => {
        const { ended, ongoing } = app.silences();
        const found = [...ended, ...ongoing].find(isOurs);
        return found ?? (Date.now() - shownAt > detectBarMs(pollMs) + 30_000 ? 'never' : null);
      });
      if (alarm === 'never') return buildRound(null, null, asset);
      const recoveredAt = await waitFor(() => {
        const next = words.find((word) => word.asset === asset && word.receivedAt > alarm.detectedAt);
        const at = silenced === null ? next?.receivedAt : findAlarm()?.recoveredAt;
        if (at != null) return at;
        return Date.now() - alarm.detectedAt > 60_000 ? 'never' : null;
      });
      const detectMs = alarm.detectedAt - shownAt;
      return buildRound(
        silenced === null ? Math.max(0, detectMs) : detectMs,
        recoveredAt === 'never' ? null : recoveredAt - alarm.detectedAt,
        asset,
      );
    }),
  );
  stopListening();
  for (const fault of faults) simulator.faults.clear(fault);
  await waitFor(() => app.silences().ongoing.every((one) => one.venue !== venue) || null, 30_000);
  return measured.filter((round) => round !== null);

  function buildRound(detectMs: number | null, recoverMs: number | null, asset: string): Round {
    return { venue, what: silenced === null ? 'connection' : 'asset', asset, detectMs, recoverMs };
  }
}

/** Asks ten times a second until there is an answer; `limitMs` gives up silently. */
async function waitFor<T>(find: () => T | null, limitMs = Number.POSITIVE_INFINITY): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const found = find();
    if (found !== null || Date.now() - startedAt > limitMs) return found as T;
    await sleep(100);
  }
}
