const SECOND_MS = 1_000;

/**
 * How far a venue's clock is ahead of ours, in ms, from the `Date` header of one answer.
 *
 * The header is cut to whole seconds and was written somewhere between sending and receiving, so it proves a
 * span and no moment: while our clock lies inside it the skew is 0, else it is the distance to its nearer end.
 */
export function skewOf(answer: {
  readonly headerMs: number;
  readonly sentAt: number;
  readonly receivedAt: number;
}): number {
  const least = answer.headerMs - answer.receivedAt;
  const most = answer.headerMs + SECOND_MS - answer.sentAt;
  if (least > 0) return least;
  return most < 0 ? most : 0;
}
