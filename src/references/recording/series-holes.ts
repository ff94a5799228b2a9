import { type EpochMs, epochMs, type Gap, MINUTE_MS, REFERENCES, SECOND_MS } from '../../domain/index.ts';
import type { SecondWindow } from './second-window.ts';

/** From this long a hole on it has a gap row. */
export const GAP_FROM_MS = MINUTE_MS;

/** Change of the stored gaps. */
export interface GapChange {
  readonly gap: Gap;
  /** Whether the gap turned out to be none. */
  readonly isGone: boolean;
}

/**
 * Holes of one series that last a minute or longer: each begins behind a second with a value and ends before the next
 * one. What a snapshot or a late value brings of a hole that has ended makes it shorter, two, or none.
 */
export class SeriesHoles {
  readonly #key: string;
  readonly #seconds: SecondWindow;
  /** How far back values may still come, ms. */
  readonly #openForMs: number;
  #open: Gap | null = null;
  /** Holes that have ended and that values may still come of. */
  #ended: Gap[] = [];
  readonly #touched = new Set<Gap>();
  #changes: GapChange[] = [];

  constructor(key: string, seconds: SecondWindow, openForMs: number) {
    this.#key = key;
    this.#seconds = seconds;
    this.#openForMs = openForMs;
  }

  /** Takes over what an earlier run stored: the gap that lasts, if one does, and those that ended not long ago. */
  restore(open: Gap | null, ended: readonly Gap[]): void {
    this.#open = open;
    this.#ended = [...ended];
  }

  /** Begins the hole of a series that is silent. @param newest Newest second with a value. */
  open(newest: EpochMs, reason: string): void {
    if (this.#open !== null) return;
    this.#open = this.#build(newest, null, reason);
    this.#changes.push({ gap: this.#open, isGone: false });
  }

  /**
   * A second has its first value.
   *
   * @param newest Newest second that had one; null: none.
   */
  note(t: EpochMs, newest: EpochMs | null, findReason: () => string): void {
    if (newest === null) return;
    if (t <= newest) {
      for (const gap of this.#ended) if (t >= gap.fromMs && t <= gap.toMs!) this.#touched.add(gap);
      return;
    }
    const open = this.#open;
    this.#open = null;
    const isLong = t - (open?.fromMs ?? newest + SECOND_MS) >= GAP_FROM_MS;
    if (open === null && !isLong) return;
    const toMs = epochMs(t - SECOND_MS);
    const gap = open === null ? this.#build(newest, toMs, findReason()) : { ...open, toMs };
    // A snapshot has brought the seconds behind the newest one.
    this.#changes.push({ gap, isGone: !isLong });
    if (isLong) this.#ended.push(gap);
  }

  /** Changes of the stored gaps since the last call, in order. */
  takeChanges(): readonly GapChange[] {
    for (const gap of this.#touched) this.#mend(gap);
    this.#touched.clear();
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  forgetBefore(t: number): void {
    this.#ended = this.#ended.filter(({ toMs }) => toMs! >= t);
  }

  /** What is left of a hole that values came of. */
  #mend(gap: Gap): void {
    const toMs = gap.toMs!;
    const left: Gap[] = [];
    let from: number = gap.fromMs;
    const steps = Math.max(0, Math.floor((toMs - this.#openForMs - from) / SECOND_MS));
    for (let t = from + steps * SECOND_MS; t <= toMs + SECOND_MS; t += SECOND_MS) {
      if (t <= toMs && !this.#seconds.has(t)) continue;
      if (t - from >= GAP_FROM_MS) left.push({ ...gap, fromMs: epochMs(from), toMs: epochMs(t - SECOND_MS) });
      from = t + SECOND_MS;
    }
    this.#ended = [...this.#ended.filter((one) => one !== gap), ...left];
    if (left[0]?.fromMs !== gap.fromMs) this.#changes.push({ gap, isGone: true });
    for (const one of left) this.#changes.push({ gap: one, isGone: false });
  }

  #build(newest: EpochMs, toMs: EpochMs | null, reason: string): Gap {
    const fromMs = epochMs(newest + SECOND_MS);
    return { venue: REFERENCES, storeKey: this.#key, fromMs, toMs, reason };
  }
}
