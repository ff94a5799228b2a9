import type { Encoding } from '../responses/encodings.ts';
import type { Job } from './jobs/index.ts';

/** Size above which an answer is streamed and not kept. */
export const MAX_WHOLE_BYTES = 1024 * 1024;

/** A body that fits into one piece. */
export interface WholeBody {
  readonly kind: 'whole';
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Encoding of the body; `identity` where the body is too short to compress. */
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  /** Length in bytes of the text that `bytes` encodes. */
  readonly textBytes: number;
}

/** A long body, held until it is released. */
export interface LongBody {
  readonly kind: 'long';
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: number;
  readonly heldBytes: number;
}

/** A long body on its way to one reader. */
export interface BodyStream {
  /** The next bytes; null at the end. To be called again when the last call has settled. */
  next(): Promise<Uint8Array | null>;
  /** Gives up: the remaining parts are never made. */
  close(): void;
}

/** Makes the bodies of heavy answers: in a thread of its own, or in this one. */
export interface BodyMaker {
  /** Reads, computes, and writes a short body. */
  prepare(job: Job, encoding: Encoding): Promise<WholeBody | LongBody>;
  /** Begins to write a long body; each reader has a stream of its own. */
  open(body: number, encoding: Encoding): BodyStream;
  release(body: number): void;
  close(): Promise<void>;
}
