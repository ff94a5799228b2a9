import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Reason for which the service dropped a reader. */
export type DropReason = 'buffer_full' | 'not_drained';

/** Bytes waiting for one reader above which it does not keep up. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Bytes may wait for a reader this long. */
export const MAX_UNDRAINED_MS = 30_000;
/** Longest time for which a reader whose stream was ended keeps its slot. */
const MAX_CLOSING_MS = 5_000;

/**
 * One open stream. Bytes go straight to the socket: the answer has no length and no chunks, it ends with the
 * connection, so that the same buffer serves every reader.
 */
export class StreamReader {
  /** Tick, modulo the ticks per heartbeat, at which the reader gets its heartbeat. */
  readonly beat: number;
  readonly #socket: Socket;
  /** Bytes handed to the socket by `#markedAt`. */
  #markedBytes: number;
  #markedAt: number;
  /** Time of the first check that found the stream ended and its connection still open. */
  #closingSince: number | null = null;
  readonly #isPermitted: (() => boolean) | null;
  #isOpen = true;

  /** @param now Monotonic ms. */
  constructor(response: ServerResponse, { isPermitted, beat, now }: ReaderOptions) {
    this.#socket = response.socket as Socket;
    this.#isPermitted = isPermitted;
    this.beat = beat;
    this.#markedBytes = this.#socket.bytesWritten;
    this.#markedAt = now;
  }

  /** Whether the reader may go on; false: its key was revoked or has expired. */
  get isPermitted(): boolean {
    return this.#isPermitted === null || this.#isPermitted();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @returns a reason when the reader had to be dropped. */
  write(bytes: Buffer | string): DropReason | null {
    if (!this.#isOpen) return null;
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= MAX_BUFFERED_BYTES) return null;
    this.destroy();
    return 'buffer_full';
  }

  /** Drops the reader when bytes that were handed over 30 s ago still wait. */
  checkDrained(now: number): DropReason | null {
    if (!this.#isOpen) return null;
    const { bytesWritten, writableLength } = this.#socket;
    if (bytesWritten - writableLength >= this.#markedBytes) {
      this.#markedBytes = bytesWritten;
      this.#markedAt = now;
      return null;
    }
    if (now - this.#markedAt <= MAX_UNDRAINED_MS) return null;
    this.destroy();
    return 'not_drained';
  }

  /** Writes the last bytes and closes the connection. */
  end(bytes: Buffer): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#socket.end(bytes);
  }

  /** Closes the connection of a reader that was told the end and does not close its side. */
  awaitClose(now: number): void {
    this.#closingSince ??= now;
    if (now - this.#closingSince >= MAX_CLOSING_MS) this.destroy();
  }

  destroy(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  /** The connection is gone. */
  markClosed(): void {
    this.#isOpen = false;
  }
}

export interface ReaderOptions {
  /** Whether the reader may still listen; null: every caller may. */
  readonly isPermitted: (() => boolean) | null;
  readonly beat: number;
  /** Clock in monotonic ms. */
  readonly now: number;
}
