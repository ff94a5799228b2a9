import { signal } from '@preact/signals-core';
import { SECOND_MS } from '../format/time.ts';

/**
 * The service's clock, as far as this page knows it.
 *
 * Ages never use the clock of the viewer's machine, which may be wrong by an hour: the page counts monotonic ms and
 * learns from each answer how far the service's clock is from them. When the service stops, ages continue.
 */

/** Bounds of (service's epoch ms - monotonic ms of this page); null before the first answer. */
let bounds: { low: number; high: number } | null = null;

/** The service's clock in epoch ms, moved once a second; null before the first answer. */
export const now = signal<number | null>(null);

/**
 * Takes the time of an answer's `Date` field. The field has whole seconds and the answer was in progress for a time,
 * so it bounds the difference of the clocks; many answers together bound it to some ms.
 *
 * @param sentAt Monotonic ms before the request left.
 * @param receivedAt Monotonic ms when the head of the answer was there.
 */
export function learnServiceTime(dateMs: number, sentAt: number, receivedAt: number): void {
  const low = dateMs - receivedAt;
  const high = dateMs + SECOND_MS - sentAt;
  const met = bounds === null ? null : { low: Math.max(bounds.low, low), high: Math.min(bounds.high, high) };
  // Bounds that do not overlap: one of the clocks was set, or this machine slept.
  const isNew = met === null || met.low > met.high;
  bounds = isNew ? { low, high } : met;
  // Redraws at once: data of this answer would look as old as the step of the clock.
  if (isNew) tick();
}

/** Returns the service's clock in epoch ms at this very time; null before the first answer. */
export function serviceNow(): number | null {
  return bounds === null ? null : Math.round((bounds.low + bounds.high) / 2 + performance.now());
}

function tick(): void {
  now.value = serviceNow();
}

/** Lets {@link now} move. */
export function startClock(): void {
  tick();
  setInterval(tick, SECOND_MS);
}
