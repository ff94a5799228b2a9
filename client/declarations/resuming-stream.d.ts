import { CrosstapeError } from './errors.ts';
/** An item that a stream yields. */
export type StreamEvent<Frame> =
  /** One frame, in order. After a break the missed ones come first, unless `resync` says otherwise. */
  | {
      readonly kind: 'frame';
      readonly id: string;
      readonly data: Frame;
    }
  /** Frames were lost: the service no longer holds them. The frames that follow continue from the present. */
  | {
      readonly kind: 'resync';
      readonly lastEventId: string;
    }
  /** The connection is gone. The stream waits and then connects again on its own. */
  | {
      readonly kind: 'reconnecting';
      /** 1 for the first try since the last frame. */
      readonly attempt: number;
      readonly waitMs: number;
      readonly error: CrosstapeError;
    };
export interface StreamOptions {
  /** Ends the stream; the loop over it then ends without an error. */
  readonly signal?: AbortSignal;
  /** The id of the last frame of an earlier run: frames after it come first. */
  readonly lastEventId?: string;
  /** Reconnects after this long without any bytes, heartbeats included. Default 60 s; heartbeats come every 25 s. */
  readonly silenceMs?: number;
  /** Tries in a row without any frame before the last error is thrown. Default: no end. */
  readonly maxAttempts?: number;
}
export interface ResumingStreamParts {
  /** Opens the stream behind the event with the given id; '' for no id. Throws {@link CrosstapeError}. */
  readonly connect: (lastEventId: string, signal: AbortSignal) => Promise<Response>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Random number from 0 to 1. */
  readonly random: () => number;
}
/**
 * Opens a stream that outlives its connections.
 *
 * Frames are read only as fast as the loop takes them. A loop that stops taking them for 30 s is dropped by the
 * service and finds itself reconnected.
 *
 * @throws {CrosstapeError} on a failure that another try does not mend, or after `maxAttempts`.
 */
export declare function resumingStream<Frame>(
  parts: ResumingStreamParts,
  options?: StreamOptions,
): AsyncGenerator<StreamEvent<Frame>, void, undefined>;
