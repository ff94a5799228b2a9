import type { Encoding } from '../responses/encodings.ts';
import type { BodyMaker, LongBody } from './body-maker.ts';
import type { BodyMemory } from './body-memory.ts';

/** Bytes that one stream holds: a part read ahead, the buffer of the connection, and the state of the compressor. */
const IDENTITY_STREAM_BYTES = 768 * 1024;
const ENCODED_STREAM_BYTES = 1_792 * 1024;

/** A long body that several readers take, each at its own pace. */
export class SharedBody {
  readonly kind = 'long';
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #maker: BodyMaker;
  readonly #body: LongBody;
  readonly #held: BodyMemory;
  readonly #address: string;
  #isReleased = false;

  /**
   * Counts the memory of the body from now on.
   *
   * @param address Address of the first client. The memory of the body and its streams counts for it.
   */
  constructor(maker: BodyMaker, body: LongBody, held: BodyMemory, address: string) {
    this.digest = body.digest;
    this.headers = body.headers;
    this.#maker = maker;
    this.#body = body;
    this.#held = held;
    this.#address = address;
    held.add(address, body.heldBytes);
  }

  /** Reads the bytes from the start. A reader that stops early closes its stream. */
  async *read(encoding: Encoding): AsyncGenerator<Uint8Array, void, undefined> {
    const bytes = encoding === 'identity' ? IDENTITY_STREAM_BYTES : ENCODED_STREAM_BYTES;
    this.#held.add(this.#address, bytes);
    try {
      const stream = this.#maker.open(this.#body.body, encoding);
      try {
        for (;;) {
          const part = await stream.next();
          if (part === null) return;
          yield part;
        }
      } finally {
        stream.close();
      }
    } finally {
      this.#held.add(this.#address, -bytes);
    }
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#maker.release(this.#body.body);
    this.#held.add(this.#address, -this.#body.heldBytes);
  }
}
