import { LRUCache } from 'lru-cache';
import {
  type DayChange,
  type DayChangeSource,
  type FlatStats,
  flatStats,
  MIN_DEVIATION_RETURNS,
  type PriceColumns,
} from '../../analytics/index.ts';
import {
  ASSET_KINDS,
  type AssetKind,
  type AssetRef,
  type Clock,
  type EpochMs,
  getMarketName,
  KIND_TRAITS,
  type MarketState,
} from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import { SharedReads } from '../../scheduling/shared-reads.ts';
import { Slices } from '../../scheduling/slices.ts';
import { readHourlyBars } from '../largest/hourly-bars.ts';
import { findLargestMarkets, type LargestMarkets, limitMarkets } from '../largest/largest-markets.ts';
import type { ReferencePrices } from '../movers/reference-prices.ts';
import type { AssetStats } from './asset-stats.ts';
import { findMarketEnd } from './market-end.ts';
import type { PackTask } from './pack-task.ts';

/** Short code of a kind in `/api/stats`: the prefix of its asset ids, without the dash. */
export type StatsVenue = string;

const KIND_BY_CODE = new Map(
  ASSET_KINDS.map((kind) => [KIND_TRAITS[kind].idPrefix.slice(0, -1) as StatsVenue, kind]),
);

export const STATS_VENUES = [...KIND_BY_CODE.keys()];

/** Converts a short code to the kind. */
export function decodeKind(code: StatsVenue): AssetKind {
  return KIND_BY_CODE.get(code)!;
}

/** One asset in the cross-venue list. */
export interface StatsRow {
  readonly asset: string;
  readonly type: AssetKind;
  readonly name: string;
  /** Mark price, or probability of Yes. */
  readonly markPx: number | null;
  /** Change over 24 h in percent. */
  readonly changePct: number | null;
  /**
   * `snapshot` for perpetuals, whose venue states the change. For binaries, our records, or the venue's change when our
   * records do not go back far enough.
   */
  readonly change24hSource: 'snapshot' | DayChangeSource | null;
  readonly stats: FlatStats;
}

/** Reason why a requested asset is not in the list. */
export type MissingReason = 'backfilling' | 'no-history' | 'unreadable-history' | 'not-computed';

export interface MissingRow {
  readonly asset: string;
  readonly reason: MissingReason;
}

export interface CoverageOf {
  readonly requested: number;
  readonly returned: number;
}

export interface StatsList {
  readonly cached: boolean;
  readonly resultsAgeMs: number;
  readonly coverage: CoverageOf & { readonly missing: readonly MissingRow[] };
  readonly perVenue: Readonly<Partial<Record<StatsVenue, CoverageOf>>>;
  /** Results by kind, the largest market of each kind first. */
  readonly results: readonly StatsRow[];
}

export interface StatsScreenOptions {
  readonly feed: Feed;
  readonly history: Pick<HistoryReader, 'aggregateMany'>;
  readonly references: ReferencePrices;
  /** Whether the hours of an asset are still being filled. Default: false. */
  readonly isPending?: (ref: AssetRef) => boolean;
  /** Computes packs outside the event loop. */
  readonly packs: { compute(task: PackTask): Promise<FlatStats> };
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Time in ms for which results are reused. Default: 20 s. */
  readonly freshMs?: number;
}

/** Results of one computation over all of the largest markets. */
interface ComputedStats {
  readonly at: EpochMs;
  readonly set: LargestMarkets;
  readonly rows: ReadonlyMap<string, StatsRow>;
  readonly missing: ReadonlyMap<string, MissingReason>;
}

interface LearntPack {
  readonly at: EpochMs;
  readonly pack: FlatStats;
}

/** Maximum number of assets whose own packs are kept, which is more than the number of largest markets. */
const MAX_LEARNT = 512;
const DEFAULT_FRESH_MS = 20_000;
/** Cache key of the shared results. They depend on no parameter. */
const WHOLE_SET = 'all';

/**
 * Statistics of the largest markets, computed only from the store. No venue is asked.
 *
 * All markets are computed together, and the results are kept for 20 seconds and shared by all requests. The store is
 * read on the event loop, which gets a turn between the assets. The packs are computed elsewhere.
 */
export class StatsScreen {
  readonly #options: StatsScreenOptions;
  readonly #shared: SharedReads<ComputedStats>;
  /** Packs that were computed for requests for a single asset. */
  readonly #learnt = new LRUCache<string, LearntPack>({ max: MAX_LEARNT });
  #version = 0;

  constructor(options: StatsScreenOptions) {
    this.#options = options;
    const { clock, freshMs = DEFAULT_FRESH_MS } = options;
    this.#shared = new SharedReads({ max: 1, freshMs, now: clock });
  }

  /** Version of the list, which rises when the pack of one asset provides a figure that the list lacks. */
  get version(): number {
    return this.#version;
  }

  /**
   * Adopts the pack of one asset, which may include hours that were filled after the list was computed. The list then
   * has every figure that the asset's own statistics have stated.
   */
  learn({ asset }: AssetRef, { at, stats }: Pick<AssetStats, 'at' | 'stats'>): void {
    const pack = flatStats(stats);
    this.#learnt.set(asset, { at, pack });
    const computed = this.#shared.newest(WHOLE_SET);
    if (computed === null || this.#complete(computed).get(asset) !== computed.rows.get(asset))
      this.#version++;
  }

  /** Lists the statistics. @param max Maximum number of assets in total, in proportion to the sizes of the kinds. */
  async list({ venue, max }: { readonly venue?: StatsVenue; readonly max?: number }): Promise<StatsList> {
    const { clock } = this.#options;
    const before = this.#shared.newest(WHOLE_SET);
    const computed = await this.#shared.get(WHOLE_SET, () => this.#compute());
    const ofVenue = venue === undefined ? computed.set : onlyKind(computed.set, decodeKind(venue));
    const asked = max === undefined ? ofVenue : limitMarkets(ofVenue, max);
    return {
      cached: computed === before,
      resultsAgeMs: Math.max(0, clock() - computed.at),
      ...reportOn(asked, { ...computed, rows: this.#complete(computed) }),
    };
  }

  /** Adds the packs of single assets to the rows, where a row or one of its figures is missing. */
  #complete({ at, set, rows, missing }: ComputedStats): ReadonlyMap<string, StatsRow> {
    const completed = new Map(rows);
    for (const state of [...set.values()].flat()) {
      const { asset } = state.ref;
      const learnt = this.#learnt.peek(asset);
      if (learnt === undefined || learnt.pack.n === 0) continue;
      const row = rows.get(asset);
      // A list that was computed later has read the same hours, unless it could not read or compute them.
      if (learnt.at < at && (row !== undefined || missing.get(asset) === 'no-history')) continue;
      if (row === undefined) completed.set(asset, buildRow(state, learnt.pack, null));
      else if (hasMore(learnt.pack, row.stats)) completed.set(asset, { ...row, stats: learnt.pack });
    }
    return completed;
  }

  async #compute(): Promise<ComputedStats> {
    const { feed, references, clock } = this.#options;
    const at = clock();
    const set = findLargestMarkets(feed);
    const states = [...set.values()].flat();
    const slices = new Slices();
    const bars = await this.#readBars(states, at);
    const rows = new Map<string, StatsRow>();
    const missing = new Map<string, MissingReason>();

    const packs: (MissingReason | Promise<FlatStats | MissingReason>)[] = [];
    for (const [i, state] of states.entries()) {
      if (slices.isDue()) await slices.pause();
      const task = prepareTask(state, bars[i] ?? null, at);
      // Not awaited here, so that the thread computes while the next task is prepared.
      packs.push(typeof task === 'string' ? task : this.#computePack(task));
    }
    const changes = await references.readChanges(states.filter(({ kind }) => kind === 'binary'));
    const finished = await Promise.all(packs);
    let binary = 0;
    for (const [i, state] of states.entries()) {
      const change = state.kind === 'binary' ? (changes[binary++] ?? null) : null;
      const pack = finished[i]!;
      if (typeof pack === 'string' || pack.n < MIN_DEVIATION_RETURNS) {
        const isPending = pack !== 'unreadable-history' && pack !== 'not-computed' && this.#isPending(state);
        if (isPending) {
          // A row of nulls would state that nothing is known, although all figures will be known a minute later.
          missing.set(state.ref.asset, 'backfilling');
          continue;
        }
      }
      if (typeof pack === 'string') missing.set(state.ref.asset, pack);
      else rows.set(state.ref.asset, buildRow(state, pack, change));
    }
    return { at, set, rows, missing };
  }

  #isPending({ ref }: MarketState): boolean {
    return this.#options.isPending?.(ref) ?? false;
  }

  /** Reads the bars of all markets together. null for markets whose bars cannot be read. */
  async #readBars(states: readonly MarketState[], now: EpochMs): Promise<(PriceColumns | null)[]> {
    const { history, onError } = this.#options;
    try {
      return await readHourlyBars(
        history,
        states.map(({ ref }) => ref),
        now,
      );
    } catch (error) {
      onError(error);
      // The series are read individually, so that one unreadable series does not affect the others.
      const one = ({ ref }: MarketState) =>
        readHourlyBars(history, [ref], now).then(([bars]) => bars ?? null);
      return Promise.all(states.map((state) => one(state).catch(() => null)));
    }
  }

  #computePack(task: PackTask): Promise<FlatStats | MissingReason> {
    return this.#options.packs.compute(task).catch((error: unknown): MissingReason => {
      this.#options.onError(error);
      return 'not-computed';
    });
  }
}

function prepareTask(state: MarketState, bars: PriceColumns | null, now: EpochMs): PackTask | MissingReason {
  if (bars === null) return 'unreadable-history';
  if (bars.t.length === 0) return 'no-history';
  if (state.kind === 'perp') return { basis: 'log', ...bars, end: null };
  return { basis: 'diff', ...bars, end: findMarketEnd(state, now) };
}

/** Whether one pack has a figure that another lacks. */
function hasMore(pack: object, than: object): boolean {
  const known = new Map<string, unknown>(Object.entries(than));
  return Object.entries(pack).some(([name, value]) => {
    const other = known.get(name);
    if (value === null) return false;
    if (typeof value === 'object')
      return typeof other === 'object' && other !== null && hasMore(value, other);
    return other === null && name !== 'sharpeSuppressedReason';
  });
}

function buildRow(state: MarketState, stats: FlatStats, change: DayChange | null): StatsRow {
  const { asset, kind } = state.ref;
  const ofPerp = state.kind === 'perp' ? state.ticker.changePct : null;
  const changePct = change === null ? ofPerp : 100 * change.frac;
  const change24hSource = change?.source ?? (ofPerp === null ? null : 'snapshot');
  const name = getMarketName(state);
  return { asset, type: kind, name, markPx: state.price, changePct, change24hSource, stats };
}

function reportOn(asked: LargestMarkets, { rows, missing }: Pick<ComputedStats, 'rows' | 'missing'>) {
  const results: StatsRow[] = [];
  const missed: MissingRow[] = [];
  const perVenue: Partial<Record<StatsVenue, CoverageOf>> = {};
  let requested = 0;
  for (const code of STATS_VENUES) {
    const states = asked.get(decodeKind(code));
    if (states === undefined) continue;
    const found = states.map(({ ref }) => rows.get(ref.asset)).filter((row) => row !== undefined);
    requested += states.length;
    results.push(...found);
    perVenue[code] = { requested: states.length, returned: found.length };
    for (const { ref } of states) {
      const reason = missing.get(ref.asset);
      if (reason !== undefined && !rows.has(ref.asset)) missed.push({ asset: ref.asset, reason });
    }
  }
  return { coverage: { requested, returned: results.length, missing: missed }, perVenue, results };
}

function onlyKind(set: LargestMarkets, kind: AssetKind): LargestMarkets {
  return new Map([[kind, set.get(kind) ?? []]]);
}
