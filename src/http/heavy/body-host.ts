import type { HistoryReader } from '../../history/history-store.ts';
import { COMPRESS_FROM_BYTES, compress, type Encoding } from '../responses/encodings.ts';
import { BodyEncoder } from './body-encoder.ts';
import { type BodyPlace, type LongBody, MAX_WHOLE_BYTES, type WholeBody } from './body-place.ts';
import { type Job, prepare } from './jobs/index.ts';
import type { PreparedBody } from './prepared-body.ts';

/** The text of records is about so many times as long as any compression of it, at least. */
const LEAST_RATIO = 4;

/** Does the work where it stands: within a thread of its own, or in the process where there is none. */
export class BodyHost implements BodyPlace {
  readonly #history: HistoryReader;
  readonly #bodies = new Map<number, PreparedBody>();
  readonly #streams = new Map<number, BodyEncoder>();
  #newest = 0;

  constructor(history: HistoryReader) {
    this.#history = history;
  }

  async prepare(job: Job, encoding: Encoding): Promise<WholeBody | LongBody> {
    const prepared = await prepare(this.#history, job);
    const whole = await this.#whole(prepared, encoding);
    if (whole !== null) return whole;
    const body = ++this.#newest;
    this.#bodies.set(body, prepared);
    return { kind: 'long', digest: prepared.digest, body, heldBytes: prepared.heldBytes };
  }

  async open(body: number, encoding: Encoding): Promise<number> {
    const prepared = this.#bodies.get(body);
    if (prepared === undefined) throw new Error(`no body ${body} is held`);
    const stream = ++this.#newest;
    this.#streams.set(stream, new BodyEncoder(prepared.parts(), encoding));
    return stream;
  }

  async read(stream: number): Promise<Uint8Array | null> {
    const encoder = this.#streams.get(stream);
    if (encoder === undefined) return null;
    const bytes = await encoder.next();
    if (bytes === null) this.#streams.delete(stream);
    return bytes;
  }

  closeStream(stream: number): void {
    this.#streams.get(stream)?.close();
    this.#streams.delete(stream);
  }

  release(body: number): void {
    this.#bodies.delete(body);
  }

  async close(): Promise<void> {
    for (const stream of this.#streams.keys()) this.closeStream(stream);
    this.#bodies.clear();
  }

  /** The body in one piece, when it is short as it is sent. */
  async #whole(prepared: PreparedBody, wanted: Encoding): Promise<WholeBody | null> {
    const { digest, textBytes } = prepared;
    const maxText = wanted === 'identity' ? MAX_WHOLE_BYTES : MAX_WHOLE_BYTES * LEAST_RATIO;
    // The estimate may be wrong by half.
    if (textBytes > maxText * 1.5) return null;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for (const part of prepared.parts()) {
      bytes += part.length;
      if (bytes > maxText) return null;
      parts.push(part);
    }
    const text = Buffer.concat(parts);
    const encoding = bytes < COMPRESS_FROM_BYTES ? 'identity' : wanted;
    const encoded = await compress(text, encoding);
    return encoded.length > MAX_WHOLE_BYTES ? null : { kind: 'whole', digest, encoding, bytes: encoded };
  }
}
