import { type Clock, DAY_MS, type EpochMs, MINUTE_MS } from '../../domain/index.ts';
import type { Slices } from '../../scheduling/slices.ts';
import { type Dispute, isFirm, type Link } from '../link.ts';

export interface PriceWitnessOptions {
  /** Largest difference between the mids of one question that is no contradiction. Default 0.10. */
  readonly maxGap?: number;
  /** Time for which prices must stay apart before the link is disputed. Default 15 minutes. */
  readonly maxApartMs?: number;
}

/** Touch of a market with both sides. Functions return null instead when a side is empty or the venue is stale. */
export interface TwoSidedQuote {
  readonly bid: number;
  readonly ask: number;
}

/** Times at which the prices of a pair moved apart: by the monotonic clock, and by the wall clock. */
interface Apart {
  readonly startedAt: number;
  readonly since: EpochMs;
}

/** Time for which a dispute waits for its link to be found again, after a start or after the link has gone. */
const MAX_REMEMBERED_MS = DAY_MS;

const DEFAULT_MAX_GAP = 0.1;
const DEFAULT_MAX_APART_MS = 15 * MINUTE_MS;

/**
 * Watches the prices of linked markets for signs of a wrong link: prices that stay further apart than fees, spreads and
 * time explain. Prices speak against a link, never for one.
 *
 * A pair is apart when its mids differ by more than the allowed gap and its books do not overlap, with both books
 * two-sided in every poll in between. A dispute lasts until a person confirms the link, or a day after one of the
 * markets has left. A market that is listed again within that day keeps its dispute.
 */
export class PriceWitness {
  readonly #maxGap: number;
  readonly #maxApartMs: number;
  readonly #clock: Clock;
  readonly #now: () => number;
  #apart = new Map<string, Apart>();
  #disputes = new Map<string, Dispute>();
  /** Disputes of an earlier run whose links have not been found in this run yet. */
  #remembered = new Map<string, Dispute>();
  #rememberedAt = 0;
  /**
   * Disputes whose links have gone, with the time by the monotonic clock at which they went. A link that is found again
   * within a day is disputed again.
   */
  readonly #left = new Map<string, { readonly dispute: Dispute; readonly at: number }>();

  /**
   * Begins without a price.
   *
   * @param now Monotonic clock in ms, which measures durations.
   */
  constructor(options: PriceWitnessOptions & { readonly clock: Clock; readonly now: () => number }) {
    this.#maxGap = options.maxGap ?? DEFAULT_MAX_GAP;
    this.#maxApartMs = options.maxApartMs ?? DEFAULT_MAX_APART_MS;
    this.#clock = options.clock;
    this.#now = options.now;
  }

  /** Sets the disputes of an earlier run. Each applies again once its link is found within a day. */
  remember(disputes: ReadonlyMap<string, Dispute>): void {
    this.#remembered = new Map(disputes);
    this.#rememberedAt = this.#now();
  }

  /** Lists every dispute that the next run needs. */
  listAll(): ReadonlyMap<string, Dispute> {
    const left = [...this.#left].map(([key, { dispute }]) => [key, dispute] as const);
    return new Map([...this.#remembered, ...left, ...this.#disputes]);
  }

  /**
   * Compares the prices of every matched or mirrored link once, after a poll. Calls must not overlap.
   *
   * @param links Links with the `formatPairKey` of each.
   * @returns The disputes, keyed by `formatPairKey`. It is the same map as before when nothing has changed.
   */
  async observe(
    links: Iterable<readonly [key: string, link: Link]>,
    findQuote: (asset: string) => TwoSidedQuote | null,
    slices: Pick<Slices, 'isDue' | 'pause'>,
  ): Promise<ReadonlyMap<string, Dispute>> {
    const before = this.#apart;
    // Links that have gone are not in the new map, so their time apart ends.
    this.#apart = new Map();
    const disputes = new Map<string, Dispute>();
    const seen = new Set<string>();
    let isChanged = false;
    for (const [key, link] of links) {
      if (slices.isDue()) await slices.pause();
      const earlier = this.#remembered.get(key) ?? this.#left.get(key)?.dispute;
      this.#remembered.delete(key);
      this.#left.delete(key);
      if (this.#disputes.has(key)) seen.add(key);
      if (link.source === 'curated' || !isFirm(link.relation)) continue;
      const known = this.#disputes.get(key) ?? earlier;
      const dispute = known ?? this.#updateApart(key, this.#findGap(link, findQuote), before.get(key));
      if (dispute === null) continue;
      disputes.set(key, dispute);
      isChanged ||= dispute !== this.#disputes.get(key);
    }
    if (this.#now() - this.#rememberedAt > MAX_REMEMBERED_MS) this.#remembered.clear();
    this.#keepLeft(seen);
    if (!isChanged && disputes.size === this.#disputes.size) return this.#disputes;
    this.#disputes = disputes;
    return disputes;
  }

  /** Keeps disputes of links that have gone, for a day. Links that a person confirmed keep none. */
  #keepLeft(seen: ReadonlySet<string>): void {
    const now = this.#now();
    for (const [key, dispute] of this.#disputes)
      if (!seen.has(key)) this.#left.set(key, { dispute, at: now });
    for (const [key, { at }] of this.#left) if (now - at > MAX_REMEMBERED_MS) this.#left.delete(key);
  }

  /**
   * Notes that the prices of a pair are apart.
   *
   * @returns A dispute once they have been apart for too long, else null.
   */
  #updateApart(key: string, gap: number | null, before: Apart | undefined): Dispute | null {
    if (gap === null) return null;
    const now = this.#now();
    const start = before ?? { startedAt: now, since: this.#clock() };
    this.#apart.set(key, start);
    return now - start.startedAt >= this.#maxApartMs ? { since: start.since, gap } : null;
  }

  /** Computes the distance of the two prices; null while the spreads or the allowed gap explain it. */
  #findGap(link: Link, findQuote: (asset: string) => TwoSidedQuote | null): number | null {
    const [a, other] = [findQuote(link.a), findQuote(link.b)];
    if (a === null || other === null) return null;
    const b = link.relation === 'same' ? other : { bid: 1 - other.ask, ask: 1 - other.bid };
    const gap = Math.abs((a.bid + a.ask) / 2 - (b.bid + b.ask) / 2);
    const areBooksDisjoint = a.bid > b.ask || b.bid > a.ask;
    return gap > this.#maxGap && areBooksDisjoint ? gap : null;
  }
}
