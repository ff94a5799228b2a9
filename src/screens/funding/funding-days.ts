import {
  type AssetRef,
  type Clock,
  DAY_MS,
  type FundingRate,
  formatIsoTime,
  HOUR_MS,
  SECOND_MS,
  UpstreamError,
} from '../../domain/index.ts';
import type { MarketReader } from '../../feed/readers.ts';

/** Maximum number of days, the current one with them: the venue's answers of 30 days reach over them. */
export const MAX_FUNDING_DAYS = 30;

/** Funding that a perpetual paid on one UTC day. */
export interface FundingDay {
  readonly day: string;
  /** Sum of the payments as a fraction of notional, positive: longs paid; null: no payment is known. */
  readonly sumFrac: number | null;
  /** Number of payments, one an hour. */
  readonly payments: number;
}

/** `waiting`: its payments are being read. `unavailable`: the venue gave none, and is asked again. */
type FundingState = 'known' | 'waiting' | 'unavailable';

export interface KnownFunding {
  readonly state: FundingState;
  /** null: not known yet. */
  readonly daily: readonly FundingDay[] | null;
  /** Time of the newest known payment, epoch ms; null: none is known. While the venue gives no more, days after it lack. */
  readonly lastMs: number | null;
}

/** The payments of an hour are listed by then. */
const SETTLED_AFTER_MS = 90 * SECOND_MS;
/** Pause after a read that failed. */
const RETRY_MS = 10 * SECOND_MS;
const MAX_KEPT = 250;

interface Entry {
  readonly readAt: number;
  readonly lastMs: number | null;
  readonly sums: ReadonlyMap<string, { readonly sumFrac: number; readonly payments: number }>;
}

/**
 * Funding of many perpetuals by day. A month of one costs the venue's budget as much as four polls, so that answers never
 * wait: what is not known is read in the background, one perpetual after the other, and comes with a later answer.
 */
export class FundingDays {
  readonly #markets: Pick<MarketReader, 'readFunding'>;
  readonly #clock: Clock;
  readonly #known = new Map<string, Entry>();
  readonly #failed = new Set<string>();
  /** Perpetuals to read, in the order in which they were asked for last. */
  #wanted: readonly AssetRef[] = [];
  #isReading = false;
  #pausedUntil = 0;

  constructor({
    markets,
    clock,
  }: { readonly markets: Pick<MarketReader, 'readFunding'>; readonly clock: Clock }) {
    this.#markets = markets;
    this.#clock = clock;
  }

  /** Returns what is known of these perpetuals, in their order, and begins to read the rest. @param days At most 30. */
  get(refs: readonly AssetRef[], days: number): readonly KnownFunding[] {
    const now = this.#clock();
    const wanted = refs.filter(({ asset }) => !this.#isCurrent(asset, now));
    // One that fails each time must not keep the others back.
    const failed = ({ asset }: AssetRef) => this.#failed.has(asset);
    this.#wanted = [...wanted.filter((ref) => !failed(ref)), ...wanted.filter(failed)];
    void this.#readWanted();
    const listed = listDays(now, days);
    return refs.map(({ asset }) => {
      const entry = this.#known.get(asset);
      if (entry === undefined)
        return { state: this.#failed.has(asset) ? 'unavailable' : 'waiting', daily: null, lastMs: null };
      const daily = listed.map((day) => {
        const { sumFrac = null, payments = 0 } = entry.sums.get(day) ?? {};
        return { day, sumFrac, payments };
      });
      return { state: 'known', daily, lastMs: entry.lastMs };
    });
  }

  /** Whether the newest payment was listed when the asset was read. */
  #isCurrent(asset: string, now: number): boolean {
    const readAt = this.#known.get(asset)?.readAt;
    return readAt !== undefined && hourOf(readAt) === hourOf(now);
  }

  async #readWanted(): Promise<void> {
    if (this.#isReading || this.#clock() < this.#pausedUntil) return;
    this.#isReading = true;
    for (let ref = this.#wanted[0]; ref !== undefined; ref = this.#wanted[0]) {
      const { asset } = ref;
      this.#wanted = this.#wanted.slice(1);
      const readAt = this.#clock();
      // It may have been asked for again while it was being read.
      if (this.#isCurrent(asset, readAt)) continue;
      try {
        const payments = await this.#markets.readFunding(ref);
        this.#keep(asset, { readAt, lastMs: payments.at(-1)?.t ?? null, sums: sumByDay(payments) });
      } catch (error) {
        // The venue is away, or its budget is used up: the others would fail as well. The next answer begins again.
        const room = findRoomMs(error);
        if (room === null) this.#failed.add(asset);
        this.#pausedUntil = this.#clock() + (room ?? RETRY_MS);
        this.#wanted = [];
      }
    }
    this.#isReading = false;
  }

  #keep(asset: string, entry: Entry): void {
    this.#failed.delete(asset);
    this.#known.delete(asset);
    this.#known.set(asset, entry);
    for (const oldest of [...this.#known.keys()].slice(0, Math.max(0, this.#known.size - MAX_KEPT)))
      this.#known.delete(oldest);
  }
}

/** Time until the venue's budget has room again, ms; null: the venue was asked, and gave nothing. */
function findRoomMs(error: unknown): number | null {
  if (!(error instanceof UpstreamError)) return null;
  if (error.failure === 'aborted') return 0;
  return error.failure === 'budget_exhausted' ? (error.retryAfterMs ?? 0) : null;
}

const hourOf = (at: number): number => Math.floor((at - SETTLED_AFTER_MS) / HOUR_MS);

const dayOf = (at: number): string => formatIsoTime(at).slice(0, 10);

const listDays = (now: number, days: number): readonly string[] =>
  Array.from({ length: days }, (_, index) => dayOf(now - (days - 1 - index) * DAY_MS));

/** Sums payments by day. A payment is of the hour that ends with it: the one at midnight is of the day before. */
function sumByDay(payments: readonly FundingRate[]): Entry['sums'] {
  const sums = new Map<string, { sumFrac: number; payments: number }>();
  for (const { t, rate } of payments) {
    const day = dayOf(t - 1);
    const { sumFrac, payments: count } = sums.get(day) ?? { sumFrac: 0, payments: 0 };
    sums.set(day, { sumFrac: sumFrac + rate, payments: count + 1 });
  }
  return sums;
}
