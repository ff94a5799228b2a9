import { SECOND_MS } from '../../../domain/index.ts';

/** Number of newest answers that are compared: after three of them a clock that was set is followed. */
const COMPARED = 5;
/** Number of answers that must agree: a single one may come from a cache, or from a server whose clock is wrong. */
const MIN_AGREEING = 2;

/** Times of one request: sending and answer by our clock, and the venue's `Date` header, in epoch ms. */
export interface TimedAnswer {
  readonly headerMs: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Span of ms by which the venue's clock may be ahead of this machine's, both ends inclusive. */
interface Span {
  readonly least: number;
  readonly most: number;
}

/**
 * Skew of a venue's clock against this machine's, from the `Date` headers of its answers. A header is cut to whole
 * seconds and was written between sending and receiving, so it proves a span and no moment. A skew is believed where
 * most of the newest answers overlap, and then the least that explains them: none where zero does.
 */
export class VenueClock {
  #spans: Span[] = [];
  #skewMs = 0;
  #isInDoubt = false;

  /** Skew in ms: our clock and it make the venue's time. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** Whether the newest answer contradicts the current skew: one more answer would decide between them. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /**
   * Learns from one more answer.
   *
   * @returns Ms by which the venue was ahead of the signed time, as this answer alone proves; negative: behind; 0: no
   * further than whole seconds and the way of the answer explain.
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

/** The intersection of most spans; null when no two intersect, or fewer intersect than do not. */
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

/** Distance of a value from the nearer end of a span; 0 inside. */
function computeDistance(value: number, { least, most }: Span): number {
  if (value < least) return least - value;
  return value > most ? most - value : 0;
}
