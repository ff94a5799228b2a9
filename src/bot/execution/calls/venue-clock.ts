import { SECOND_MS } from '../../../domain/index.ts';

/** Number of newest answers that are compared: a changed clock is followed after three of them. */
const COMPARED = 5;
/** Number of answers that must agree: a single one may come from a cache, or from a server with a wrong clock. */
const MIN_AGREEING = 2;

/** Times of one request in epoch ms: sending and answer by our clock, and the venue's `Date` header. */
export interface TimedAnswer {
  readonly headerMs: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Range of ms by which the venue's clock may be ahead of this machine's, both ends included. */
interface Span {
  readonly least: number;
  readonly most: number;
}

/**
 * Measures the skew of a venue's clock against this machine's by the `Date` headers of its answers. A header has whole
 * seconds and was written between sending and receiving, so it only proves a range. Where the ranges of most of the
 * newest answers overlap, the skew is 0 if the overlap contains 0, and else the middle of the overlap.
 */
export class VenueClock {
  #spans: Span[] = [];
  #skewMs = 0;
  #isInDoubt = false;

  /** Skew in ms: our clock plus the skew is the venue's time. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** Whether the newest answer contradicts the current skew. One more answer decides which of them is right. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /**
   * Learns from one more answer.
   *
   * @returns Ms by which this answer alone proves that the venue's clock was ahead of the signed time; below 0: behind;
   * 0: whole seconds and the duration of the request explain the difference.
   */
  learn({ headerMs, sentAt, receivedAt }: TimedAnswer): number {
    const span = { least: headerMs - receivedAt, most: headerMs + SECOND_MS - sentAt };
    const errorMs = computeDistance(this.#skewMs, span);
    this.#spans = [...this.#spans, span].slice(-COMPARED);
    const agreed = findAgreement(this.#spans);
    if (agreed !== null) this.#skewMs = choose(agreed);
    this.#isInDoubt = Math.abs(computeDistance(this.#skewMs, span)) > SECOND_MS;
    return errorMs;
  }
}

/** Finds the overlap of the largest group of ranges; null when it is a single range, or no more than half of them. */
function findAgreement(spans: readonly Span[]): Span | null {
  let best: readonly Span[] = [];
  for (const { least } of spans) {
    const overlapping = spans.filter((other) => other.least <= least && least <= other.most);
    if (overlapping.length > best.length) best = overlapping;
  }
  if (best.length < MIN_AGREEING || best.length <= spans.length / 2) return null;
  return {
    least: Math.max(...best.map(({ least }) => least)),
    most: Math.min(...best.map(({ most }) => most)),
  };
}

function choose({ least, most }: Span): number {
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}

/** Computes the signed distance from a value to the nearer end of a range; 0 inside. */
function computeDistance(value: number, { least, most }: Span): number {
  if (value < least) return least - value;
  return value > most ? most - value : 0;
}
