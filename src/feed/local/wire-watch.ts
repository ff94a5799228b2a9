import type { EpochMs, VenuePoll } from '../../domain/index.ts';
import type { KindCounts } from '../../upstream/intake-counts.ts';
import type { WireCounters } from '../../upstream/wire-counters.ts';
import type { Concern } from '../concern.ts';

/** Fraction of refused rows in a list above which it is an anomaly. */
const MAX_REFUSED_FRAC = 0.05;
/** Number of consecutive refusals of a kind of answer after which it is an anomaly. */
const MIN_IN_ROW = 3;
/** Fraction of the earlier number of priced markets below which the number is an anomaly. */
const HALF = 0.5;
const MIN_PRICED = 10;

interface ListShare {
  readonly read: number;
  readonly refused: number;
  readonly sinceMs: EpochMs;
}

/** Follows from poll to poll what a venue's schemas refuse, and how many markets have a price. */
export class WireWatch {
  #counted = new Map<string, { read: number; refused: number }>();
  /** Last lists with too many refused rows, by kind of row. */
  readonly #shares = new Map<string, ListShare>();
  #priced = 0;
  #lostSince: EpochMs | null = null;
  #pricedNow = 0;

  /** Notes the counts at the end of a poll, whether it succeeded or failed. */
  note({ kinds }: WireCounters, now: EpochMs): void {
    for (const { kind, isRow, read, refused } of kinds) {
      if (!isRow) continue;
      const before = this.#counted.get(kind) ?? { read: 0, refused: 0 };
      this.#counted.set(kind, { read, refused });
      const share = { read: read - before.read, refused: refused - before.refused };
      const rows = share.read + share.refused;
      if (rows === 0) continue;
      if (share.refused <= MAX_REFUSED_FRAC * rows) this.#shares.delete(kind);
      else this.#shares.set(kind, { ...share, sinceMs: this.#shares.get(kind)?.sinceMs ?? now });
    }
  }

  /** Compares the number of priced markets with that of earlier polls. */
  notePrices({ markets, receivedAt }: VenuePoll): void {
    let priced = 0;
    for (const { price } of markets) if (price !== null) priced++;
    this.#pricedNow = priced;
    const hasFallen = this.#priced - priced > MIN_PRICED && priced < HALF * this.#priced;
    if (hasFallen) this.#lostSince ??= receivedAt;
    else {
      this.#lostSince = null;
      this.#priced = priced;
    }
  }

  list({ kinds, refused }: Pick<WireCounters, 'kinds' | 'refused'>): Concern[] {
    const findEvidence = (kind: string) => {
      const members = refused.filter((member) => member.kind === kind);
      return members.sort((a, b) => b.count - a.count)[0]?.at ?? null;
    };
    const concerns: Concern[] = [];
    for (const [kind, { read, refused: count, sinceMs }] of this.#shares) {
      const isAll = read === 0;
      concerns.push({
        code: isAll ? 'answers_refused' : 'rows_refused',
        message: `${count} of ${read + count} rows of ${kind} are refused`,
        count,
        sinceMs,
        at: findEvidence(kind),
      });
    }
    for (const { kind, endpoint, unknownMembers, unknownSinceMs } of kinds) {
      const [first] = unknownMembers;
      if (first === undefined || unknownSinceMs === null) continue;
      concerns.push({
        code: 'venue_drift',
        message: `${kind} has members that we do not know: ${unknownMembers.join(', ')}`,
        count: unknownMembers.length,
        sinceMs: unknownSinceMs,
        at: { endpoint, row: null, member: `/${first}`, value: null },
      });
    }
    for (const counts of kinds) {
      if (!hasOnlyRefusals(counts)) continue;
      const { kind, refusedInRow: count, refusedSinceMs } = counts;
      concerns.push({
        code: 'answers_refused',
        message: `answers of ${kind} are all refused`,
        count,
        sinceMs: refusedSinceMs as EpochMs,
        at: findEvidence(kind),
      });
    }
    if (this.#lostSince !== null) {
      concerns.push({
        code: 'prices_lost',
        message: `${this.#pricedNow} markets have a price, of ${this.#priced} before`,
        count: this.#priced - this.#pricedNow,
        sinceMs: this.#lostSince,
        at: null,
      });
    }
    return concerns;
  }
}

function hasOnlyRefusals({ isRow, read, refusedInRow, refusedSinceMs }: KindCounts): boolean {
  return !isRow && refusedSinceMs !== null && (read === 0 || refusedInRow >= MIN_IN_ROW);
}
