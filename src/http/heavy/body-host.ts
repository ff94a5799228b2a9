import { type SliceQueue, Slices } from '../../scheduling/slices.ts';
import { COMPRESS_FROM_BYTES, compress, type Encoding } from '../responses/encodings.ts';
import { BodyEncoder } from './body-encoder.ts';
import {
  type BodyMaker,
  type BodyStream,
  type LongBody,
  MAX_WHOLE_BYTES,
  type WholeBody,
} from './body-maker.ts';
import { type Job, prepare, type Sources } from './jobs/index.ts';
import type { PreparedBody } from './prepared-body.ts';

/** Minimum ratio of a text of records to its compressed form. */
const MIN_RATIO = 4;

/**
 * Bytes of text that are made and delivered at once, in 1 to 3 ms. Each part wakes its reader, which costs more than
 * copying the bytes.
 */
const PART_BYTES = 256 * 1024;

/** Makes bodies in the calling thread: a worker thread, or the event loop. */
export class BodyHost implements BodyMaker {
  readonly #sources: Sources;
  readonly #queue: SliceQueue | null;
  readonly #bodies = new Map<number, PreparedBody>();
  readonly #reading = new Set<BodyEncoder>();
  #newest = 0;

  /**
   * Makes bodies from the sources of the calling thread.
   *
   * @param queue Set on the event loop, where slices of work alternate with other events; null in a worker thread.
   */
  constructor(sources: Sources, queue: SliceQueue | null = null) {
    this.#sources = sources;
    this.#queue = queue;
  }

  /** Number of streams that are open. */
  get reading(): number {
    return this.#reading.size;
  }

  async prepare(job: Job, encoding: Encoding): Promise<WholeBody | LongBody> {
    const prepared = await prepare(this.#sources, job);
    const whole = await this.#makeWhole(prepared, encoding);
    if (whole !== null) return whole;
    const body = ++this.#newest;
    this.#bodies.set(body, prepared);
    const { digest, headers = {}, heldBytes } = prepared;
    return { kind: 'long', digest, headers, body, heldBytes };
  }

  /** Opens a stream of a long body. @throws {Error} when the body was released. */
  open(body: number, encoding: Encoding): BodyStream {
    const prepared = this.#bodies.get(body);
    if (prepared === undefined) throw new Error(`no prepared body has the number ${body}`);
    const stream: BodyEncoder = new BodyEncoder(prepared.parts(PART_BYTES), encoding, {
      queue: this.#queue,
      onClose: () => this.#reading.delete(stream),
    });
    this.#reading.add(stream);
    return stream;
  }

  release(body: number): void {
    this.#bodies.delete(body);
  }

  async close(): Promise<void> {
    for (const stream of this.#reading) stream.close();
    this.#bodies.clear();
  }

  /** Makes a body as one buffer; null: the encoded form is too long. */
  async #makeWhole(prepared: PreparedBody, wanted: Encoding): Promise<WholeBody | null> {
    const { digest, headers = {}, textBytes } = prepared;
    const maxText = wanted === 'identity' ? MAX_WHOLE_BYTES : MAX_WHOLE_BYTES * MIN_RATIO;
    // `textBytes` is an estimate that may be wrong by half.
    if (textBytes > maxText * 1.5) return null;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    const slices = new Slices();
    for await (const part of prepared.parts(PART_BYTES)) {
      bytes += part.length;
      if (bytes > maxText) return null;
      parts.push(part);
      if (this.#queue !== null && slices.isDue()) await slices.pause();
    }
    const text = Buffer.concat(parts);
    const encoding = bytes < COMPRESS_FROM_BYTES ? 'identity' : wanted;
    const encoded = await compress(text, encoding);
    if (encoded.length > MAX_WHOLE_BYTES) return null;
    return { kind: 'whole', digest, headers, encoding, bytes: encoded, textBytes: bytes };
  }
}
