import {
  type EpochMs,
  HOUR_MS,
  type MarketState,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import type { Concern } from '../concern.ts';
import type { VenueSnapshot } from '../feed.ts';

/** Minimum number of totals that fall in an older list. A single fall is a correction by the venue. */
const MIN_FALLEN = 10;
/** Largest number of rising totals, as a fraction of the falling ones, in a list that counts as older. */
const MAX_RISEN_FRAC = 0.1;
/** Number of consecutive consistent lists that are refused before the venue's new count is accepted. */
const DOUBTED_POLLS = 3;
/** Longest time for which a list that does not advance is refused. */
const MAX_REFUSED_MS = HOUR_MS;

type Totals = ReadonlyMap<string, number>;

interface OldList {
  readonly sinceMs: EpochMs;
  /** Totals of the newest refused list. */
  totals: Totals;
  fallen: number;
  row: string | null;
  /** Number of refused lists that were newer than the refused list before. */
  advanced: number;
}

/**
 * Detects a list that is older than the one before, such as yesterday's from a cache. The total volume of a market
 * never falls, and in an older list nearly every traded market has a lower one. Prices cannot reveal such a list,
 * because they were right once. A venue that restarts its count is accepted after three lists that are consistent among
 * themselves.
 */
export class ListAge {
  #old: OldList | null = null;

  /**
   * Checks a poll against the snapshot that it would replace.
   *
   * @throws {UpstreamError} `malformed` for a list that is older.
   */
  review(poll: VenuePoll, last: VenueSnapshot | null): void {
    if (poll.statesTotals !== true || last === null || last.restored) return;
    const totals = readTotals(poll.markets);
    const { fallen, risen, first } = compare(readTotals(last.markets), totals);
    if (fallen < MIN_FALLEN || risen > MAX_RISEN_FRAC * fallen) {
      this.#old = null;
      return;
    }
    const known = this.#old;
    const hasAdvanced = known !== null && compare(known.totals, totals).risen > 0;
    const old: OldList = {
      sinceMs: known?.sinceMs ?? poll.receivedAt,
      totals,
      fallen,
      row: first,
      advanced: (known?.advanced ?? 0) + (hasAdvanced ? 1 : 0),
    };
    this.#old = old;
    const isBelieved = old.advanced >= DOUBTED_POLLS || poll.receivedAt - old.sinceMs >= MAX_REFUSED_MS;
    if (isBelieved) {
      this.#old = null;
      return;
    }
    throw new UpstreamError(
      'malformed',
      `${poll.venue}: the volume ever traded fell in ${fallen} markets, so this list is older than the last one, which stays`,
    );
  }

  /** Lists the present concerns for the operator. */
  list(): Concern[] {
    if (this.#old === null) return [];
    const { fallen, sinceMs, row } = this.#old;
    return [
      {
        code: 'list_older',
        message: `the volume ever traded fell in ${fallen} markets, so the list is older than the last one, which stays`,
        count: fallen,
        sinceMs,
        at: { endpoint: 'list of markets', row, member: null, value: null },
      },
    ];
  }
}

function readTotals(markets: readonly MarketState[]): Totals {
  const totals = new Map<string, number>();
  for (const { kind, ref, volumeCounter } of markets) {
    if (kind === 'binary' && volumeCounter !== null) totals.set(ref.storeKey, volumeCounter);
  }
  return totals;
}

function compare(before: Totals, after: Totals) {
  let [fallen, risen] = [0, 0];
  let first: string | null = null;
  for (const [storeKey, total] of after) {
    const earlier = before.get(storeKey);
    if (earlier === undefined || earlier === total) continue;
    if (total > earlier) risen++;
    else {
      fallen++;
      first ??= storeKey;
    }
  }
  return { fallen, risen, first };
}
