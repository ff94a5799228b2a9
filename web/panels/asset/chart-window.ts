import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import {
  BAR_CHOICES,
  type BarRequest,
  barRequest,
  findWindow,
  RANGES,
  type TimeWindow,
} from '../../chart/window.ts';
import { now } from '../../state/clock.ts';
import { param, setParams } from '../../state/location.ts';

/** The range with which a chart begins, where the record is as long. */
const USUAL_RANGE = RANGES[2];
/** Time after the last move of wheel or pointer at which the window is written to the address and its bars are read. */
const SETTLE_MS = 250;

/** The time window of a chart: from the address, or as the viewer moves it. */
export interface ChartWindow {
  readonly inView: ReadonlySignal<TimeWindow>;
  /** Span in view while the chart follows the present. */
  readonly range: ReadonlySignal<(typeof RANGES)[number]>;
  /** Whether the window shows fixed times and does not move with the clock. */
  readonly isFixed: ReadonlySignal<boolean>;
  /** The window in view once the viewer has stopped moving it; null before the first. */
  readonly settled: ReadonlySignal<TimeWindow | null>;
  /** The request for bars: it stays while the viewer moves. null: the service's clock is not known yet. */
  readonly request: ReadonlySignal<BarRequest | null>;
  move(next: TimeWindow): void;
  /** Puts a window into the address. */
  settle(next: TimeWindow): void;
  /** Without a choice of the viewer: shows the least range, up to the usual one, that reaches back to the first record. */
  begin(firstMs: number): void;
  /** Back to the range that follows the present. */
  reset(): void;
  /** One range shorter or longer. */
  stepRange(by: -1 | 1): void;
  close(): void;
}

/** @param interval Between two polls of the venue, ms; null while it is not known. */
export function followWindow(interval: ReadonlySignal<number | null>): ChartWindow {
  /** Window while the viewer moves it; null: the window of the address. */
  const moving = signal<TimeWindow | null>(null);
  const fixed = computed(() => findWindow(param('from'), param('to')));
  /** Range that is shown until the viewer chooses one. */
  const usual = signal<(typeof RANGES)[number]>(USUAL_RANGE);
  const range = computed(() => RANGES.find(({ name }) => name === param('range')) ?? usual.value);
  const inView = computed((): TimeWindow => {
    const chosen = moving.value ?? fixed.value;
    if (chosen !== null) return chosen;
    const nowMs = now.value ?? 0;
    return { fromMs: nowMs - range.value.ms, toMs: nowMs + range.value.ms * 0.02 };
  });

  const settled = signal<TimeWindow | null>(null);
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  const settle = (next: TimeWindow) => {
    batch(() => {
      setParams(toParams(next));
      moving.value = null;
    });
  };
  const stopSettling = effect(() => {
    const next = inView.value;
    clearTimeout(settleTimer);
    if (moving.value === null) settled.value = next;
    else settleTimer = setTimeout(() => settle(next), SETTLE_MS);
  });
  // A window of fixed times does not move with the clock, and may be there before it.
  const isClockKnown = computed(() => now.value !== null);
  const request = computed(() => {
    const { value } = settled;
    return value === null || !isClockKnown.value || value.fromMs <= 0
      ? null
      : barRequest(value, now.peek() ?? 0, interval.value ?? 0, chosenBarMs());
  });

  return {
    inView,
    range,
    isFixed: computed(() => fixed.value !== null || moving.value !== null),
    settled,
    request,
    move: (next) => {
      moving.value = next;
    },
    settle,
    begin: (firstMs) => {
      if (fixed.peek() !== null || moving.peek() !== null || param('range') !== null) return;
      const spanMs = (now.peek() ?? 0) - firstMs;
      usual.value = RANGES.find((each) => each === USUAL_RANGE || spanMs <= each.ms) ?? USUAL_RANGE;
    },
    reset: () => {
      clearTimeout(settleTimer);
      batch(() => {
        moving.value = null;
        setParams({ from: null, to: null });
      });
    },
    stepRange: (by) => {
      const index = Math.max(0, Math.min(RANGES.length - 1, RANGES.indexOf(range.value) + by));
      setParams({ range: (RANGES[index] ?? USUAL_RANGE).name, from: null, to: null });
    },
    close: () => {
      stopSettling();
      clearTimeout(settleTimer);
    },
  };
}

const chosenBarMs = (): number => BAR_CHOICES.find(({ name }) => name === param('bar'))?.ms ?? 0;

/** The members of the address that name a window of fixed times. */
export function toParams({ fromMs, toMs }: TimeWindow): Readonly<Record<string, string | null>> {
  const iso = (ms: number) => new Date(Math.round(ms)).toISOString();
  return { from: iso(fromMs), to: iso(toMs), range: null };
}
