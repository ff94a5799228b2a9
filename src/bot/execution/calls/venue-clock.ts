import { SECOND_MS } from '../../../domain/index.ts';

/** Answers that are compared: the newest ones, so that a clock that was set is followed after three of them. */
const COMPARED = 5;
/** One answer alone proves nothing: it may come from a cache, or from a server that is itself wrong. */
const MIN_AGREEING = 2;

/** When a request was sent and answered by our clock, and the venue's `Date` header, in epoch ms. */
export interface TimedAnswer {
  readonly headerMs: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** How far the venue's clock may be ahead of this machine's, in ms, both ends inclusive. */
interface Span {
  readonly least: number;
  readonly most: number;
}

/**
 * How far a venue's clock is ahead of this machine's, from the `Date` headers of its answers.
 *
 * A header is cut to whole seconds and was written somewhere between sending and receiving, so it proves a span and
 * no moment. Only where most of the newest answers overlap is a skew believed, and then the least that explains them:
 * none where zero does.
 */
export class VenueClock {
  #spans: Span[] = [];
  #skewMs = 0;
  #isInDoubt = false;

  /** Ms to be added to our clock. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** The newest answer contradicts the current offset: one more would show which of them is right. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /**
   * Takes one more answer into account.
   *
   * @returns How far the venue was ahead of the time that the request was signed with, as this answer alone proves;
   *   negative: behind; 0: no further than its whole seconds and its way explain.
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

/** The intersection of most spans; null when no two intersect, or fewer do than do not. */
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
