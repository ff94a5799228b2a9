import type { BodyStream } from './body-maker.ts';

/** Stream of a worker thread, as the main thread uses it. The thread makes the next part while one is being sent. */
export class ThreadStream implements BodyStream {
  readonly #read: () => Promise<Uint8Array | null>;
  readonly #onClose: () => void;
  #ahead: Promise<Uint8Array | null>;

  constructor(read: () => Promise<Uint8Array | null>, onClose: () => void) {
    this.#read = read;
    this.#onClose = onClose;
    this.#ahead = this.#readAhead();
  }

  async next(): Promise<Uint8Array | null> {
    const part = await this.#ahead;
    if (part !== null) this.#ahead = this.#readAhead();
    return part;
  }

  close(): void {
    this.#onClose();
  }

  #readAhead(): Promise<Uint8Array | null> {
    const ahead = this.#read();
    // If the reader stops early, nothing awaits the last read.
    ahead.catch(() => undefined);
    return ahead;
  }
}
