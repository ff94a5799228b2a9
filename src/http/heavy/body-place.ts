import type { Encoding } from '../responses/encodings.ts';
import type { Job } from './jobs/index.ts';

/** Above this, an answer is streamed and not kept. */
export const MAX_WHOLE_BYTES = 1024 * 1024;

/** A body that fits into one piece. */
export interface WholeBody {
  readonly kind: 'whole';
  readonly digest: string;
  /** identity where the body is too short for the wanted one to pay. */
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
}

/** A long body, held until it is released. */
export interface LongBody {
  readonly kind: 'long';
  readonly digest: string;
  readonly body: number;
  readonly heldBytes: number;
}

/** Where heavy work is done: a thread, or this one. */
export interface BodyPlace {
  /** Reads, computes, and writes what is short. */
  prepare(job: Job, encoding: Encoding): Promise<WholeBody | LongBody>;
  /** Begins to write a long body; each reader has a stream of its own. */
  open(body: number, encoding: Encoding): Promise<number>;
  /** The next bytes of a stream; null at its end. */
  read(stream: number): Promise<Uint8Array | null>;
  closeStream(stream: number): void;
  release(body: number): void;
  close(): Promise<void>;
}
