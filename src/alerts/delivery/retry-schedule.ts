import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { DeliveryRow } from '../rows.ts';

/** Waits in ms before each try, from the event on. */
const WAITS_MS = [
  0,
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
];
/** Fraction by which a wait varies in both directions. */
const JITTER = 0.2;
/** Number of tries of a delivery that the endpoint refuses with a status of 400 to 499, and of one that is late. */
const FEW_TRIES = 3;
/**
 * Age from which a delivery is late: it waited behind others for as long as all its own tries would have taken. Behind an
 * endpoint that is away for weeks each would otherwise wait for the whole schedule of each before it.
 */
const LATE_AFTER_MS = WAITS_MS.reduce((sum, wait) => sum + wait, 0);
/** Longest wait that an endpoint may ask for. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** Result of one try. */
export interface TryResult {
  /** Status of the answer; null: there was none. */
  readonly status: number | null;
  /** Reason of a failure without an answer; null with an answer. */
  readonly reason: string | null;
  /** Wait in ms that the answer asks for; null: none. */
  readonly retryAfterMs: number | null;
}

export interface TryDecision {
  readonly delivery: DeliveryRow;
  /** Whether the endpoint is switched off. */
  readonly isGone: boolean;
}

/**
 * Decides what follows a try: delivered, another try, or a dead letter.
 *
 * @param random Number from 0 to 1.
 */
export function decideAfterTry(
  delivery: DeliveryRow,
  { status, reason, retryAfterMs }: TryResult,
  { now, random }: { readonly now: number; readonly random: number },
): TryDecision {
  if (status !== null && status >= 200 && status < 300) {
    return {
      delivery: { ...delivery, state: 'delivered', status, reason: null, endedAt: now },
      isGone: false,
    };
  }
  const tries = delivery.tries + 1;
  const isRefused = status !== null && status >= 400 && status < 500;
  const isGone = status === 410;
  const failed = { ...delivery, tries, status, reason: reason ?? `the endpoint answered ${status}` };
  const hasFewTries = isRefused || now - delivery.createdAt >= LATE_AFTER_MS;
  const wait = WAITS_MS[tries];
  if (isGone || wait === undefined || (hasFewTries && tries >= FEW_TRIES)) {
    return { delivery: { ...failed, state: 'dead', endedAt: now }, isGone };
  }
  const varied = wait * (1 - JITTER + 2 * JITTER * random);
  const nextAt = now + Math.round(Math.max(varied, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)));
  return { delivery: { ...failed, nextAt }, isGone: false };
}

/** Reads a `Retry-After` header: seconds, or a date. @returns A wait in ms; null without one. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
