import { type Clock, type EpochMs, MINUTE_MS } from '../domain/index.ts';
import { type Dispute, isFirm, type Link, pairKey } from './link.ts';

export interface PriceWitnessOptions {
  /** Mids of one question may be so far apart. Default 0.10. */
  readonly maxGap?: number;
  /** For so long. Default 15 minutes. */
  readonly maxApartMs?: number;
}

/** The touch of a market with both sides; null where one side is empty or the venue is stale. */
export interface TwoSidedQuote {
  readonly bid: number;
  readonly ask: number;
}

export const DEFAULT_MAX_GAP = 0.1;
export const DEFAULT_MAX_APART_MS = 15 * MINUTE_MS;

/**
 * Watches the prices of linked markets for what a wrong link would show: prices that stay apart beyond what fees,
 * spreads and time explain. Prices speak against a link, never for one.
 *
 * Apart means: mids further apart than the gap allowed, books that do not overlap, and both of them two-sided in
 * every poll in between. A dispute stays until a person confirms the link, or one of the markets has left.
 */
export class PriceWitness {
  private readonly maxGap: number;
  private readonly maxApartMs: number;
  private readonly clock: Clock;
  private readonly now: () => number;
  private readonly apart = new Map<string, { readonly startedAt: number; readonly since: EpochMs }>();
  private disputes = new Map<string, Dispute>();

  /** @param now Milliseconds of a monotonic clock, by which durations are measured. */
  constructor(options: PriceWitnessOptions & { readonly clock: Clock; readonly now: () => number }) {
    this.maxGap = options.maxGap ?? DEFAULT_MAX_GAP;
    this.maxApartMs = options.maxApartMs ?? DEFAULT_MAX_APART_MS;
    this.clock = options.clock;
    this.now = options.now;
  }

  /**
   * Looks at every matched or mirrored link once, after each poll.
   *
   * @returns The disputed pairs, by `pairKey`. The same map where nothing has changed.
   */
  observe(
    links: Iterable<Link>,
    quoteOf: (asset: string) => TwoSidedQuote | null,
  ): ReadonlyMap<string, Dispute> {
    const seen = new Set<string>();
    const disputes = new Map<string, Dispute>();
    let isChanged = false;
    for (const link of links) {
      if (link.source === 'curated' || !isFirm(link.relation)) continue;
      const key = pairKey(link.a, link.b);
      seen.add(key);
      const gap = this.gapOf(link, quoteOf);
      const known = this.disputes.get(key);
      const dispute = known ?? this.judge(key, gap);
      if (dispute === null) continue;
      disputes.set(key, dispute);
      isChanged ||= known === undefined;
    }
    for (const key of this.apart.keys()) if (!seen.has(key)) this.apart.delete(key);
    if (!isChanged && disputes.size === this.disputes.size) return this.disputes;
    this.disputes = disputes;
    return disputes;
  }

  private judge(key: string, gap: number | null): Dispute | null {
    if (gap === null) {
      this.apart.delete(key);
      return null;
    }
    const now = this.now();
    const start = this.apart.get(key);
    if (start === undefined) {
      this.apart.set(key, { startedAt: now, since: this.clock() });
      return null;
    }
    return now - start.startedAt >= this.maxApartMs ? { since: start.since, gap } : null;
  }

  /** How far apart the two are; null while that is within what spreads and the setting allow. */
  private gapOf(link: Link, quoteOf: (asset: string) => TwoSidedQuote | null): number | null {
    const [a, other] = [quoteOf(link.a), quoteOf(link.b)];
    if (a === null || other === null) return null;
    const b = link.relation === 'same' ? other : { bid: 1 - other.ask, ask: 1 - other.bid };
    const gap = Math.abs((a.bid + a.ask) / 2 - (b.bid + b.ask) / 2);
    const areBooksDisjoint = a.bid > b.ask || b.bid > a.ask;
    return gap > this.maxGap && areBooksDisjoint ? gap : null;
  }
}
