import { CrosstapeError } from './errors.ts';
import { EventStreamParser, type StreamMessage } from './event-stream.ts';

/** An item that a stream yields. */
export type StreamEvent<Frame> =
  /** One frame, in order. After a break the missed ones come first, unless `resync` says otherwise. */
  | { readonly kind: 'frame'; readonly id: string; readonly data: Frame }
  /** Frames were lost: the service no longer holds them. The frames that follow continue from the present. */
  | { readonly kind: 'resync'; readonly lastEventId: string }
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

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
const SILENCE_MS = 60_000;

/**
 * Opens a stream that outlives its connections.
 *
 * Frames are read only as fast as the loop takes them. A loop that stops taking them for 30 s is dropped by the
 * service and finds itself reconnected.
 *
 * @throws {CrosstapeError} on a failure that another try does not mend, or after `maxAttempts`.
 */
export async function* resumingStream<Frame>(
  parts: ResumingStreamParts,
  options: StreamOptions = {},
): AsyncGenerator<StreamEvent<Frame>, void, undefined> {
  const { silenceMs = SILENCE_MS, maxAttempts = Number.POSITIVE_INFINITY } = options;
  const left = new AbortController();
  const signal = options.signal === undefined ? left.signal : AbortSignal.any([options.signal, left.signal]);
  let lastEventId = options.lastEventId ?? '';
  let hintMs = FIRST_WAIT_MS;
  let attempt = 0;
  try {
    while (!signal.aborted) {
      let failure: CrosstapeError;
      try {
        const response = await parts.connect(lastEventId, signal);
        for await (const message of readMessages(response, lastEventId, silenceMs)) {
          lastEventId = message.lastEventId;
          hintMs = message.retryMs ?? hintMs;
          if (message.data === null) continue;
          attempt = 0;
          yield parseEvent<Frame>(message, message.data);
        }
        failure = new CrosstapeError({ code: 'stream_ended', message: 'the service ended the stream' });
      } catch (error) {
        if (signal.aborted) return;
        failure = asFailure(error);
      }
      if (signal.aborted) return;
      if (!failure.isRetryable || ++attempt >= maxAttempts) throw failure;
      const waitMs = failure.retryAfterMs ?? computeBackoffMs(hintMs, attempt, parts.random());
      yield { kind: 'reconnecting', attempt, waitMs, error: failure };
      await parts.wait(waitMs, signal).catch(() => undefined);
    }
  } finally {
    left.abort();
  }
}

/**
 * Computes a wait of half to whole of the hint, doubled with every try in a row, so that readers do not come back all
 * at once.
 */
function computeBackoffMs(hintMs: number, attempt: number, random: number): number {
  const most = Math.max(hintMs, MAX_WAIT_MS);
  return Math.round(Math.min(most, hintMs * 2 ** (attempt - 1)) * (0.5 + random / 2));
}

function parseEvent<Frame>(message: StreamMessage, data: string): StreamEvent<Frame> {
  const parsed = parseFrame(data);
  if (message.event !== 'resync') return { kind: 'frame', id: message.lastEventId, data: parsed as Frame };
  const { lastEventId } = parsed as { lastEventId?: unknown };
  return { kind: 'resync', lastEventId: typeof lastEventId === 'string' ? lastEventId : '' };
}

function parseFrame(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new CrosstapeError({
      code: 'unreadable_answer',
      message: 'a frame of the stream is not JSON',
      cause,
    });
  }
}

/** Reads messages as the loop over them requests them. The connection is closed when the loop ends. */
async function* readMessages(
  response: Response,
  lastEventId: string,
  silenceMs: number,
): AsyncGenerator<StreamMessage, void, undefined> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const parser = new EventStreamParser(lastEventId);
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await within(silenceMs, reader.read());
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    // A broken connection refuses to be cancelled; it is gone either way.
    await reader.cancel().catch(() => undefined);
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new CrosstapeError({ code: 'stream_silent', message: `the stream sent nothing for ${ms} ms` }));
    }, ms);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function asFailure(error: unknown): CrosstapeError {
  if (error instanceof CrosstapeError) return error;
  if (error instanceof RangeError) {
    return new CrosstapeError({ code: 'unreadable_answer', message: error.message, cause: error });
  }
  return new CrosstapeError({ code: 'network', message: 'the connection of the stream broke', cause: error });
}
