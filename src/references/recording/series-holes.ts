import { type EpochMs, epochMs, type Gap, MINUTE_MS, REFERENCES, SECOND_MS } from '../../domain/index.ts';
import type { SecondWindow } from './second-window.ts';

/** Minimum length of a hole, in ms, that is stored as a gap. */
export const GAP_FROM_MS = MINUTE_MS;

/** Change of a stored gap. */
export interface GapChange {
  readonly gap: Gap;
  /** Whether the gap is to be deleted, because values of its time have arrived. */
  readonly isGone: boolean;
}

/**
 * Holes of one series that last a minute or longer. Each begins after a second with a value and ends before the next
 * one. When a snapshot or a late value fills a part of a finished hole, the hole becomes shorter, two holes, or none.
 */
export class SeriesHoles {
  readonly #key: string;
  readonly #seconds: SecondWindow;
  /** Age in ms up to which values may still arrive. */
  readonly #openForMs: number;
  #open: Gap | null = null;
  /** Finished holes for which values may still arrive. */
  #ended: Gap[] = [];
  readonly #touched = new Set<Gap>();
  #changes: GapChange[] = [];

  constructor(key: string, seconds: SecondWindow, openForMs: number) {
    this.#key = key;
    this.#seconds = seconds;
    this.#openForMs = openForMs;
  }

  /** Adopts what an earlier run stored: the open gap, if there is one, and the gaps that ended recently. */
  restore(open: Gap | null, ended: readonly Gap[]): void {
    this.#open = open;
    this.#ended = [...ended];
  }

  /** Opens the hole of a silent series. @param newest Newest second with a value. */
  open(newest: EpochMs, reason: string): void {
    if (this.#open !== null) return;
    this.#open = this.#build(newest, null, reason);
    this.#changes.push({ gap: this.#open, isGone: false });
  }

  /**
   * Notes the first value of a second.
   *
   * @param newest Newest second that had a value before. null: none.
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
    // The gap is gone when a snapshot has filled all but less than a minute of the hole.
    this.#changes.push({ gap, isGone: !isLong });
    if (isLong) this.#ended.push(gap);
  }

  /** Returns the changes of the stored gaps since the last call, in order. */
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

  /** Computes what remains of a hole for which values have arrived. */
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
