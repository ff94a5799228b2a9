import { HOUR_MS } from '../../domain/index.ts';
import type { StatedVolume } from '../../feed/taped-markets.ts';
import type { HourVolume } from './messages.ts';

/** Hours that count: the current one and those before it. */
const HOURS = 24;

/** Sums of the trades of an hour. */
type Sums = Omit<HourVolume, 'asset' | 'hourMs'>;

const NOTHING: Sums = { buys: 0, sells: 0, unknown: 0, trades: 0 };

/**
 * Sizes traded within a day by the side that the venue stated, of every market, by the hour. A market that traded takes
 * up to 24 rows; older ones are forgotten.
 */
export class StatedVolumes {
  readonly #hours = new Map<string, Map<number, Sums>>();
  #firstMs = 0;
  #isRead = false;

  /** Whether the trades of earlier runs are among the sums. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Takes the sums of all that is stored: what was known before is none of them. */
  replace(rows: readonly HourVolume[]): void {
    this.#hours.clear();
    this.#isRead = true;
    this.add(rows);
  }

  /** Adds trades, or takes them back: their sizes and number are below 0 then. */
  add(rows: readonly HourVolume[]): void {
    for (const { asset, hourMs, ...more } of rows) {
      if (hourMs < this.#firstMs) continue;
      const ofAsset = this.#hours.get(asset) ?? new Map<number, Sums>();
      this.#hours.set(asset, ofAsset);
      ofAsset.set(hourMs, addSums(ofAsset.get(hourMs) ?? NOTHING, more));
    }
  }

  /** Sums of the current hour and the 23 before; null: there was no trade. */
  find(asset: string, nowMs: number): StatedVolume | null {
    const firstMs = findFirstHour(nowMs);
    let total = NOTHING;
    for (const [hourMs, sums] of this.#hours.get(asset) ?? [])
      if (hourMs >= firstMs) total = addSums(total, sums);
    return total === NOTHING ? null : { ...total, windowMs: nowMs - firstMs };
  }

  /** Forgets hours that count no more. Cheap where none has passed. */
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

/** What was added and taken back leaves nothing, whatever the rounding left. */
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
