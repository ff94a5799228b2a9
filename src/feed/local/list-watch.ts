import {
  DAY_MS,
  type EpochMs,
  HOUR_MS,
  type MarketState,
  UpstreamError,
  type VenuePoll,
} from '../../domain/index.ts';
import type { Concern } from '../concern.ts';
import type { VenueSnapshot } from '../feed.ts';
import { createCutTest } from './beyond-limit.ts';

/** Fraction of a list whose loss is an anomaly, if it is also more than {@link MIN_LOST} markets. */
const MAX_LOST_FRAC = 0.1;
const MIN_LOST = 10;
/** Lost fraction of a list above which the list is not accepted at once. */
const HALF = 0.5;
/** Number of equal polls that are rejected before the loss is accepted. */
const DOUBTED_POLLS = 3;
/** Time for which the anomaly of an accepted loss lasts, unless the markets return. */
const KEPT_MS = DAY_MS;
/** Largest age of an earlier run's snapshot that is compared with the first poll. */
const MAX_RESTORED_AGE_MS = HOUR_MS;

type Kind = MarketState['kind'];

interface Loss {
  readonly lost: ReadonlySet<string>;
  readonly before: number;
  readonly left: number;
  readonly sinceMs: EpochMs;
  /** Number of consecutive polls that showed the loss and were rejected. */
  doubted: number;
  isBelieved: boolean;
}

/**
 * Compares each list of a venue with the one before. A list that loses many markets at once is an anomaly, and one that
 * loses more than half is rejected for three polls. Perpetuals and binary markets count as separate lists.
 */
export class ListWatch {
  readonly #losses = new Map<Kind, Loss>();

  /**
   * Checks a poll against the snapshot that it would replace.
   *
   * @throws {UpstreamError} `malformed` for a list that is not accepted.
   */
  review(poll: VenuePoll, last: VenueSnapshot | null): void {
    if (last === null) return;
    if (last.restored && poll.receivedAt - last.fetchedAt > MAX_RESTORED_AGE_MS) return;
    const listed = new Set<string>();
    for (const { ref } of poll.markets) listed.add(ref.storeKey);
    const isCut = createCutTest(poll);
    const lost: Record<Kind, string[]> = { perp: [], binary: [] };
    const before: Record<Kind, number> = { perp: 0, binary: 0 };
    for (const market of last.markets) {
      if (hasEnded(market, poll.receivedAt)) continue;
      before[market.kind]++;
      const { storeKey } = market.ref;
      if (listed.has(storeKey) || poll.isBeyondLimit?.(storeKey) === true || isCut(market)) continue;
      lost[market.kind].push(storeKey);
    }
    for (const kind of ['perp', 'binary'] as const) {
      this.#judge(kind, new Set(lost[kind]), before[kind], listed, poll);
    }
  }

  /** Lists the losses for the operator. */
  list(now: EpochMs): Concern[] {
    const shown = [...this.#losses.values()].filter(({ sinceMs }) => now - sinceMs <= KEPT_MS);
    return shown.map(({ lost, before, left, sinceMs, isBelieved }) => ({
      code: 'list_shrunk' as const,
      message: `${lost.size} of ${before} markets left the list at once, ${left} are in it: ${
        isBelieved ? 'it is believed' : 'it is not believed, and the last list stays'
      }`,
      count: lost.size,
      sinceMs,
      at: { endpoint: 'list of markets', row: [...lost][0] ?? null, member: null, value: String(left) },
    }));
  }

  #judge(
    kind: Kind,
    lost: ReadonlySet<string>,
    before: number,
    listed: ReadonlySet<string>,
    poll: VenuePoll,
  ) {
    const known = this.#losses.get(kind);
    const isShrunk = lost.size > MIN_LOST && lost.size > MAX_LOST_FRAC * before;
    if (!isShrunk) {
      const isOver =
        known !== undefined &&
        (!known.isBelieved || hasReturned(known, listed) || poll.receivedAt - known.sinceMs > KEPT_MS);
      if (isOver) this.#losses.delete(kind);
      return;
    }
    const isDoubtful = lost.size > HALF * before;
    const isSame = known !== undefined && !known.isBelieved && areAlike(known.lost, lost);
    const loss: Loss = isSame
      ? known
      : {
          lost,
          before,
          left: before - lost.size,
          sinceMs: poll.receivedAt,
          doubted: 0,
          isBelieved: !isDoubtful,
        };
    this.#losses.set(kind, loss);
    if (!isDoubtful) return;
    if (loss.doubted === DOUBTED_POLLS) {
      loss.isBelieved = true;
      return;
    }
    loss.doubted++;
    throw new UpstreamError(
      'malformed',
      `${poll.venue}: ${lost.size} of ${before} markets left the list at once; the last list stays until ${DOUBTED_POLLS} polls agree`,
    );
  }
}

/** Whether the venue stated that the market would leave the list. */
function hasEnded(market: MarketState, now: EpochMs): boolean {
  if (market.kind === 'perp') return false;
  const { status, closeTime, endDate } = market.ticker;
  if (status === 'closed' || status === 'resolved') return true;
  return (closeTime !== null && closeTime <= now) || (endDate !== null && endDate <= now);
}

function hasReturned({ lost }: Loss, listed: ReadonlySet<string>): boolean {
  return lost.intersection(listed).size >= (1 - MAX_LOST_FRAC) * lost.size;
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.symmetricDifference(other).size <= Math.max(MIN_LOST, MAX_LOST_FRAC * one.size);
}
