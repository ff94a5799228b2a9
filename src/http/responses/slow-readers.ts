import type { ServerResponse } from 'node:http';

/**
 * Minimum length of bodies whose readers are watched. Shorter bodies usually fit into the kernel's buffers and use no
 * memory of this process.
 */
const WATCHED_FROM_BYTES = 64 * 1024;

export interface ReadingLimits {
  /** Time without a byte taken after which the reader is disconnected. */
  readonly stallMs: number;
  /** Minimum average rate of a response since its start. It is checked from the second interval of `stallMs` on. */
  readonly bytesPerSecond: number;
}

export const READING_LIMITS: ReadingLimits = { stallMs: 30_000, bytesPerSecond: 8 * 1024 };

/** Members of a response that show how much the reader has taken. */
type ReaderProgress = Pick<ServerResponse, 'setTimeout' | 'once'> & {
  readonly socket: Pick<
    NonNullable<ServerResponse['socket']>,
    'bytesWritten' | 'writableLength' | 'destroy'
  > | null;
};

/**
 * Disconnects a reader that stops taking a long response, or takes it so slowly that it would hold the response for
 * many minutes. Must be called before the response is written.
 *
 * @param bytes Length of the body; null: not known.
 */
export function cutSlowReader(
  response: ReaderProgress,
  bytes: number | null,
  { stallMs, bytesPerSecond }: ReadingLimits = READING_LIMITS,
): void {
  const { socket } = response;
  if (socket === null || (bytes !== null && bytes < WATCHED_FROM_BYTES)) return;
  // Node counts every byte that is sent as activity, which resets the timeout.
  response.setTimeout(stallMs, () => socket.destroy());
  const takenBefore = socket.bytesWritten - socket.writableLength;
  let checks = 0;
  const check = setInterval(() => {
    const taken = socket.bytesWritten - socket.writableLength - takenBefore;
    // Nothing is expected in the first interval, in which the response may still be computed.
    const expected = ((checks++ * stallMs) / 1_000) * bytesPerSecond;
    // A reader that has taken all available bytes is waiting for this service.
    if (taken < expected && socket.writableLength > 0) socket.destroy();
  }, stallMs).unref();
  response.once('close', () => clearInterval(check));
}
