import { HOUR_MS } from '../../domain/index.ts';
import type { StatedVolume } from '../../feed/taped-markets.ts';
import type { HourVolume } from './messages.ts';

/** Number of hours that count: the current one and the 23 before it. */
const HOURS = 24;

/** Sums of the trades of one hour. */
type Sums = Omit<HourVolume, 'asset' | 'hourMs'>;

const NOTHING: Sums = { buys: 0, sells: 0, unknown: 0, trades: 0 };

/**
 * Sizes traded within a day by stated side, for every market and hour. A traded market has up to 24 rows. Older ones
 * are forgotten.
 */
export class StatedVolumes {
  readonly #hours = new Map<string, Map<number, Sums>>();
  #firstMs = 0;
  #isRead = false;

  /** Whether the sums include the trades of earlier runs. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Replaces all sums by those of the stored trades. */
  replace(rows: readonly HourVolume[]): void {
    this.#hours.clear();
    this.#isRead = true;
    this.add(rows);
  }

  /** Adds trades, or subtracts them when their sizes and number are negative. */
  add(rows: readonly HourVolume[]): void {
    for (const { asset, hourMs, ...more } of rows) {
      if (hourMs < this.#firstMs) continue;
      const ofAsset = this.#hours.get(asset) ?? new Map<number, Sums>();
      this.#hours.set(asset, ofAsset);
      ofAsset.set(hourMs, addSums(ofAsset.get(hourMs) ?? NOTHING, more));
    }
  }

  /** Returns the sums of the current hour and the 23 before it; null without a trade. */
  find(asset: string, nowMs: number): StatedVolume | null {
    const firstMs = findFirstHour(nowMs);
    let total = NOTHING;
    for (const [hourMs, sums] of this.#hours.get(asset) ?? [])
      if (hourMs >= firstMs) total = addSums(total, sums);
    return total === NOTHING ? null : { ...total, windowMs: nowMs - firstMs };
  }

  /** Forgets hours that no longer count. Cheap while no hour has passed. */
  forgetOld(nowMs: number): void {
    const firstMs = findFirstHour(nowMs);
    if (firstMs === this.#firstMs) return;
    this.#firstMs = firstMs;
    for (const [asset, ofAsset] of this.#hours) {
      for (const hourMs of ofAsset.keys()) if (hourMs < firstMs) ofAsset.delete(hourMs);
      if (ofAsset.size === 0) this.#hours.delete(asset);
    }
  }
}

function findFirstHour(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) - HOURS + 1) * HOUR_MS;
}

/** Adds sums. When as many trades were subtracted as added, the result is zero whatever the rounding error. */
function addSums(a: Sums, b: Sums): Sums {
  const trades = a.trades + b.trades;
  if (trades <= 0) return NOTHING;
  return {
    buys: Math.max(0, a.buys + b.buys),
    sells: Math.max(0, a.sells + b.sells),
    unknown: Math.max(0, a.unknown + b.unknown),
    trades,
  };
}
