import type { ServerResponse } from 'node:http';

/** Shorter bodies lie in the buffers of the connection as a rule, and hold nothing of ours. */
const WATCHED_FROM_BYTES = 64 * 1024;

export interface ReadingLimits {
  /** Without one byte taken. */
  readonly stallMs: number;
  /** Of a whole answer: this long, and longer by its size. */
  readonly bytesPerSecond: number;
}

export const READING_LIMITS: ReadingLimits = { stallMs: 30_000, bytesPerSecond: 8 * 1024 };

/**
 * Cuts the connection of a reader that stops taking a long answer, or takes it so slowly that it holds it for
 * many minutes. To be called before the answer is written.
 *
 * @param bytes Its length, near enough.
 */
export function cutSlowReader(
  response: ServerResponse,
  bytes: number,
  { stallMs, bytesPerSecond }: ReadingLimits = READING_LIMITS,
): void {
  if (bytes < WATCHED_FROM_BYTES) return;
  const cut = () => response.socket?.destroy();
  // Node counts every byte that leaves as activity.
  response.setTimeout(stallMs, cut);
  const late = setTimeout(cut, stallMs + (bytes / bytesPerSecond) * 1_000).unref();
  response.once('close', () => clearTimeout(late));
}
