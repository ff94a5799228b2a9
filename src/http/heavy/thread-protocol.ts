import type { Encoding } from '../responses/encodings.ts';
import type { Job } from './jobs/index.ts';

/** Messages to a worker thread. Messages with a `call` are answered. */
export type ThreadRequest =
  | { readonly kind: 'prepare'; readonly call: number; readonly job: Job; readonly encoding: Encoding }
  | { readonly kind: 'open'; readonly body: number; readonly stream: number; readonly encoding: Encoding }
  | { readonly kind: 'read'; readonly call: number; readonly stream: number }
  | { readonly kind: 'closeStream'; readonly stream: number }
  | { readonly kind: 'release'; readonly body: number }
  | { readonly kind: 'close' };

export type ThreadReply =
  | { readonly call: number; readonly result: unknown }
  /** `isUnavailable`: the server of the history does not answer. */
  | { readonly call: number; readonly failure: string; readonly isUnavailable: boolean };
