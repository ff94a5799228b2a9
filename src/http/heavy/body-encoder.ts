import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { SliceQueue } from '../../scheduling/slices.ts';
import { BROTLI_QUALITY, type Encoding } from '../responses/encodings.ts';
import type { BodyStream } from './body-maker.ts';
import type { BodyParts } from './prepared-body.ts';

/** Window of a compressed stream, as a power of 2. It is small because many streams are open at once. */
const WINDOW_LOG = 18;

const COMPRESSORS: Readonly<Record<Exclude<Encoding, 'identity'>, () => Transform>> = {
  gzip: () => createGzip(),
  br: () =>
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_LOG,
      },
    }),
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: WINDOW_LOG } }),
};

/** Encodes a body part by part. A part is made only when the reader takes it. */
export class BodyEncoder implements BodyStream {
  readonly #parts: BodyParts;
  readonly #compressor: Transform | null;
  readonly #queue: SliceQueue | null;
  readonly #onClose: () => void;
  #encoded: Uint8Array[] = [];
  #isEnded = false;

  /**
   * Makes no part before the reader takes it.
   *
   * @param options.queue Queue that paces the work; null: a part is made immediately when it is requested.
   * @param options.onClose Called when the encoder is closed. Every reader closes it.
   */
  constructor(
    parts: BodyParts,
    encoding: Encoding,
    { queue, onClose }: { readonly queue: SliceQueue | null; readonly onClose: () => void },
  ) {
    this.#queue = queue;
    this.#onClose = onClose;
    this.#parts = parts;
    this.#compressor = encoding === 'identity' ? null : COMPRESSORS[encoding]();
    this.#compressor?.on('data', (chunk: Uint8Array) => this.#encoded.push(chunk));
  }

  /** Returns the next bytes; null at the end of the body. */
  async next(): Promise<Uint8Array | null> {
    while (!this.#isEnded) {
      const make = () => this.#parts.next();
      const { done, value } = await (this.#queue === null ? make() : this.#queue.do(make));
      this.#isEnded = done === true;
      if (this.#compressor === null) return value ?? null;
      await this.#compress(this.#compressor, value ?? null);
      if (this.#encoded.length === 0) continue;
      const bytes = Buffer.concat(this.#encoded);
      this.#encoded = [];
      return bytes;
    }
    return null;
  }

  /** Ends the encoder early. The remaining parts are not made. */
  close(): void {
    this.#isEnded = true;
    void this.#parts.return();
    this.#compressor?.destroy();
    this.#onClose();
  }

  #compress(compressor: Transform, part: Uint8Array | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (error?: Error | null) => {
        compressor.off('error', finish).off('close', finish).off('end', finish);
        if (error) reject(error);
        else resolve();
      };
      // A compressor that is destroyed meanwhile emits `close` and runs no callback.
      compressor.once('error', finish).once('close', finish);
      if (part !== null) compressor.write(part, finish);
      else compressor.once('end', finish).end();
    });
  }
}
