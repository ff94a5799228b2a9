import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Reason why the service dropped a reader. */
export type DropReason = 'buffer_full' | 'not_drained';

/** Maximum number of bytes that may wait for one reader. */
export const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Maximum time for which bytes may wait for a reader. */
export const MAX_UNDRAINED_MS = 30_000;
/** Maximum time for which a reader keeps its slot after its stream was ended. */
const MAX_CLOSING_MS = 5_000;

/**
 * One open stream. Bytes are written directly to the socket: the response has no length and no chunks and ends with the
 * connection, so that all readers can share a buffer.
 */
export class StreamReader {
  /** Tick, modulo the ticks per heartbeat, at which the reader gets its heartbeat. */
  readonly beat: number;
  readonly #socket: Socket;
  /** Number of bytes that had been passed to the socket at `#markedAt`. */
  #markedBytes: number;
  #markedAt: number;
  /** Time of the first check that found the stream ended and its connection still open, monotonic ms; null: none. */
  #closingSince: number | null = null;
  readonly #isPermitted: (() => boolean) | null;
  #isOpen = true;

  /**
   * Takes over the socket of a response.
   *
   * @param now Monotonic ms.
   */
  constructor(response: ServerResponse, { isPermitted, beat, now }: ReaderOptions) {
    this.#socket = response.socket as Socket;
    this.#isPermitted = isPermitted;
    this.beat = beat;
    this.#markedBytes = this.#socket.bytesWritten;
    this.#markedAt = now;
  }

  /** Whether the reader may continue; false: its key was revoked or has expired. */
  get isPermitted(): boolean {
    return this.#isPermitted === null || this.#isPermitted();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Number of bytes that wait for the reader in this process. */
  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  /** Writes bytes. @returns The reason why the reader was dropped; null: it was not. */
  write(bytes: Buffer | string): DropReason | null {
    if (!this.#isOpen) return null;
    this.#socket.write(bytes);
    if (this.#socket.writableLength <= MAX_BUFFERED_BYTES) return null;
    this.destroy();
    return 'buffer_full';
  }

  /**
   * Drops the reader if bytes that were written 30 s ago are still waiting. @returns The reason; null: it was not
   * dropped.
   */
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

  /** Closes the connection of a reader that received the end of its stream and does not close its side. */
  awaitClose(now: number): void {
    this.#closingSince ??= now;
    if (now - this.#closingSince >= MAX_CLOSING_MS) this.destroy();
  }

  destroy(): void {
    this.#isOpen = false;
    this.#socket.destroy();
  }

  /** Records that the connection is closed. */
  markClosed(): void {
    this.#isOpen = false;
  }
}

export interface ReaderOptions {
  /** Whether the reader may continue; null: every caller may. */
  readonly isPermitted: (() => boolean) | null;
  readonly beat: number;
  /** Monotonic time in ms. */
  readonly now: number;
}
