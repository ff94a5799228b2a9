import type { BodyStream } from './body-maker.ts';

/** A stream of a thread, as the process sees it. While one part is being sent, the thread makes the next. */
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
    // A reader that stops early never asks for the result of the last read.
    ahead.catch(() => undefined);
    return ahead;
  }
}
