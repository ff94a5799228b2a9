import type { ServerResponse } from 'node:http';

/**
 * Length from which the readers of a body are watched: shorter ones lie in the buffers of the connection as a rule, and
 * use no memory of this process.
 */
const WATCHED_FROM_BYTES = 64 * 1024;

export interface ReadingLimits {
  /** Time without one byte taken after which a reader counts as gone. */
  readonly stallMs: number;
  /** Lowest average rate of an answer since its start, checked after the first `stallMs`. */
  readonly bytesPerSecond: number;
}

export const READING_LIMITS: ReadingLimits = { stallMs: 30_000, bytesPerSecond: 8 * 1024 };

/** The parts of a response that show how much its reader has taken. */
type ReaderProgress = Pick<ServerResponse, 'setTimeout' | 'once'> & {
  readonly socket: Pick<
    NonNullable<ServerResponse['socket']>,
    'bytesWritten' | 'writableLength' | 'destroy'
  > | null;
};

/**
 * Cuts the connection of a reader that stops taking a long answer, or takes it so slowly that it would hold it for
 * many minutes. How long the answer is need not be known. To be called before the answer is written.
 *
 * @param bytes Its length, where that is known.
 */
export function cutSlowReader(
  response: ReaderProgress,
  bytes: number | null,
  { stallMs, bytesPerSecond }: ReadingLimits = READING_LIMITS,
): void {
  const { socket } = response;
  if (socket === null || (bytes !== null && bytes < WATCHED_FROM_BYTES)) return;
  // Node counts every byte that leaves as activity.
  response.setTimeout(stallMs, () => socket.destroy());
  const takenBefore = socket.bytesWritten - socket.writableLength;
  let checks = 0;
  const check = setInterval(() => {
    const taken = socket.bytesWritten - socket.writableLength - takenBefore;
    // The first interval is for the start, in which the answer may still be in the making.
    const expected = ((checks++ * stallMs) / 1_000) * bytesPerSecond;
    // A reader that has taken all there is waits for us.
    if (taken < expected && socket.writableLength > 0) socket.destroy();
  }, stallMs).unref();
  response.once('close', () => clearInterval(check));
}
