import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { serviceNow } from '../../state/clock.ts';
import { param, setParams } from '../../state/location.ts';

/** Time after the last move of the cursor at which its moment counts. */
const SETTLE_MS = 120;
/** Distances between moments, ms: a cursor that moves within one asks for nothing new. */
const STEPS_MS = [1, 10, 100, 1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000] as const;

/** The moment whose book the page shows. */
export interface Moment {
  /** Epoch ms; null: the book is live. */
  readonly at: ReadonlySignal<number | null>;
  /** The moment that stays when the cursor leaves the chart: `at` of the address; null: none. */
  readonly kept: ReadonlySignal<number | null>;
  /**
   * Follows the cursor of the chart to a time, or to none.
   *
   * @param perPixelMs Time that a pixel of the chart is wide.
   */
  follow(at: number | null, perPixelMs: number): void;
  /** Keeps the moment of the cursor, or lets go of the one that is kept. */
  keep(at: number | null): void;
  /** Keeps the moment that is shown, or lets go of the one that is kept. */
  toggle(): void;
  close(): void;
}

export function followMoment(): Moment {
  const underCursor = signal<number | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stepMs = 1;
  const round = (at: number) => Math.floor(at / stepMs) * stepMs;
  const kept = computed(() => {
    const at = Date.parse(param('at') ?? '');
    return Number.isFinite(at) && at >= 0 ? at : null;
  });
  // What is to come has no book: the cursor there is at the present.
  const toPast = (at: number | null) => (at === null || at > (serviceNow() ?? 0) ? null : at);
  const keep = (at: number | null) => {
    const past = toPast(at);
    setParams({ at: past === null ? null : new Date(round(past)).toISOString() });
  };
  const at = computed(() => toPast(underCursor.value) ?? toPast(kept.value));
  return {
    at,
    kept,
    follow: (cursor, perPixelMs) => {
      stepMs = STEPS_MS.findLast((step) => step <= perPixelMs) ?? 1;
      const next = cursor === null ? null : round(cursor);
      clearTimeout(timer);
      if (next === underCursor.peek()) return;
      timer = setTimeout(() => {
        underCursor.value = next;
      }, SETTLE_MS);
    },
    keep,
    toggle: () => keep(kept.peek() === null ? at.peek() : null),
    close: () => clearTimeout(timer),
  };
}
