import type { Encoding } from '../responses/encodings.ts';
import type { Job } from './jobs/index.ts';

/** Size in bytes above which an answer is streamed and not cached. */
export const MAX_WHOLE_BYTES = 1024 * 1024;

/** A complete body in one buffer. */
export interface WholeBody {
  readonly kind: 'whole';
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Encoding of the bytes; `identity` if the body is too short to be compressed. */
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  /** Length in bytes of the text before it was encoded. */
  readonly textBytes: number;
}

/** A long body, held in memory until it is released. */
export interface LongBody {
  readonly kind: 'long';
  readonly digest: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: number;
  readonly heldBytes: number;
}

/** A stream of a long body for one reader. */
export interface BodyStream {
  /** Returns the next bytes; null at the end. Must be called only after the previous call has settled. */
  next(): Promise<Uint8Array | null>;
  /** Ends the stream early. The remaining parts are not made. */
  close(): void;
}

/** Makes the bodies of heavy answers, in a worker thread or in this thread. */
export interface BodyMaker {
  /** Reads and computes the data of a job, and writes the body if it is short. */
  prepare(job: Job, encoding: Encoding): Promise<WholeBody | LongBody>;
  /** Begins to write a long body. Each reader has its own stream. */
  open(body: number, encoding: Encoding): BodyStream;
  release(body: number): void;
  close(): Promise<void>;
}
