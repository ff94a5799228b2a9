import { type Clock, DAY_MS, type EpochMs, MINUTE_MS } from '../../domain/index.ts';
import type { Slices } from '../../scheduling/slices.ts';
import { type Dispute, isFirm, type Link } from '../link.ts';

export interface PriceWitnessOptions {
  /** Largest difference between mids of one question. Default 0.10. */
  readonly maxGap?: number;
  /** Time for which prices must stay apart. Default 15 minutes. */
  readonly maxApartMs?: number;
}

/** The touch of a market with both sides; null where one side is empty or the venue is stale. */
export interface TwoSidedQuote {
  readonly bid: number;
  readonly ask: number;
}

/** Times since when the prices of a pair are apart: on the monotonic clock, and on the wall clock. */
interface Apart {
  readonly startedAt: number;
  readonly since: EpochMs;
}

/** Markets that were not found again for this long after a start have left. */
const MAX_REMEMBERED_MS = DAY_MS;

const DEFAULT_MAX_GAP = 0.1;
const DEFAULT_MAX_APART_MS = 15 * MINUTE_MS;

/**
 * Watches the prices of linked markets for signs of a wrong link: prices that stay further apart than fees, spreads and
 * time explain. Prices speak against a link, never for one.
 *
 * Apart means: mids further apart than the gap allowed, books that do not overlap, and both of them two-sided in every
 * poll in between. A dispute stays until a person confirms the link, or one of the markets has left for a day: a market
 * whose end is taken back comes back with it.
 */
export class PriceWitness {
  readonly #maxGap: number;
  readonly #maxApartMs: number;
  readonly #clock: Clock;
  readonly #now: () => number;
  #apart = new Map<string, Apart>();
  #disputes = new Map<string, Dispute>();
  /** Disputes of an earlier run whose links have not been seen in this one yet. */
  #remembered = new Map<string, Dispute>();
  #rememberedAt = 0;
  /**
   * Disputes of links that have gone, with the time at which they did: a market whose end is taken back comes back with
   * them.
   */
  readonly #left = new Map<string, { readonly dispute: Dispute; readonly at: number }>();

  /** @param now Milliseconds of a monotonic clock, by which durations are measured. */
  constructor(options: PriceWitnessOptions & { readonly clock: Clock; readonly now: () => number }) {
    this.#maxGap = options.maxGap ?? DEFAULT_MAX_GAP;
    this.#maxApartMs = options.maxApartMs ?? DEFAULT_MAX_APART_MS;
    this.#clock = options.clock;
    this.#now = options.now;
  }

  /** Takes the disputes of an earlier run. They hold as soon as their links are found again, within a day. */
  remember(disputes: ReadonlyMap<string, Dispute>): void {
    this.#remembered = new Map(disputes);
    this.#rememberedAt = this.#now();
  }

  /** Every dispute that a next run should know of. */
  listAll(): ReadonlyMap<string, Dispute> {
    const left = [...this.#left].map(([key, { dispute }]) => [key, dispute] as const);
    return new Map([...this.#remembered, ...left, ...this.#disputes]);
  }

  /**
   * Looks at every matched or mirrored link once, after each poll. Calls must not overlap.
   *
   * @param links With the `formatPairKey` of each.
   * @returns The disputed pairs, by `formatPairKey`. The same map where nothing has changed.
   */
  async observe(
    links: Iterable<readonly [key: string, link: Link]>,
    findQuote: (asset: string) => TwoSidedQuote | null,
    slices: Pick<Slices, 'isDue' | 'pause'>,
  ): Promise<ReadonlyMap<string, Dispute>> {
    const before = this.#apart;
    // A link that has gone is not seen again, and its time apart goes with it.
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

  /** Keeps for a day what was disputed and is linked no longer; a link that a person confirmed is not. */
  #keepLeft(seen: ReadonlySet<string>): void {
    const now = this.#now();
    for (const [key, dispute] of this.#disputes)
      if (!seen.has(key)) this.#left.set(key, { dispute, at: now });
    for (const [key, { at }] of this.#left) if (now - at > MAX_REMEMBERED_MS) this.#left.delete(key);
  }

  /** Notes that a pair is apart; a dispute once it has been for too long. */
  #updateApart(key: string, gap: number | null, before: Apart | undefined): Dispute | null {
    if (gap === null) return null;
    const now = this.#now();
    const start = before ?? { startedAt: now, since: this.#clock() };
    this.#apart.set(key, start);
    return now - start.startedAt >= this.#maxApartMs ? { since: start.since, gap } : null;
  }

  /** Finds the distance of the two prices; null while it is within the spreads and the setting. */
  #findGap(link: Link, findQuote: (asset: string) => TwoSidedQuote | null): number | null {
    const [a, other] = [findQuote(link.a), findQuote(link.b)];
    if (a === null || other === null) return null;
    const b = link.relation === 'same' ? other : { bid: 1 - other.ask, ask: 1 - other.bid };
    const gap = Math.abs((a.bid + a.ask) / 2 - (b.bid + b.ask) / 2);
    const areBooksDisjoint = a.bid > b.ask || b.bid > a.ask;
    return gap > this.#maxGap && areBooksDisjoint ? gap : null;
  }
}
