import { validateHeaderValue } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PulseConnection } from '../../feed/pulses/pulses.ts';
import { SliceQueue } from '../../scheduling/slices.ts';
import { toNetwork } from '../access/client-network.ts';
import { ApiError } from '../responses/errors.ts';
import { CONNECTED, HEARTBEAT, KEY_ENDED, retryBytes } from './frames.ts';
import { type DropReason, StreamReader } from './stream-reader.ts';

/** Limits of open streams. */
export interface StreamLimits {
  /** Streams of one address, or of one /64 network of IPv6. */
  readonly perAddress: number;
  /** Streams of the whole service. */
  readonly total: number;
}

const DEFAULT_STREAM_LIMITS: StreamLimits = { perAddress: 20, total: 5_000 };

export interface StreamHubOptions {
  readonly limits?: StreamLimits | undefined;
  /** Clock in monotonic ms. */
  readonly now?: (() => number) | undefined;
}

/** A place among the streams: taken before a stream opens, free again when it has ended or did not come to be. */
export interface Seat {
  /** The address whose limit the stream counts against. */
  readonly address: string;
  release(): void;
}

export interface StreamHubStats {
  readonly open: number;
  readonly opened: number;
  readonly refused: number;
  /** Readers that did not keep up. */
  readonly dropped: number;
}

/** One timer serves all streams: each tick checks keys and buffers, and sends the heartbeat of one group in 25. */
const TICK_MS = 1_000;
/** A heartbeat every 25 s. */
const TICKS_PER_BEAT = 25;
/** Ticks before the first heartbeat of a new reader, which has just received its first bytes. */
const FIRST_BEAT_AFTER = 5;
/** Readers come back after this long when the process stops, spread by their clients' own jitter. */
const RETRY_AT_SHUTDOWN_MS = 5_000;
/** Readers reconnect after this long when their source is interrupted; they are refused until it resumes. */
const RETRY_AT_INTERRUPTION_MS = 2_000;
/** Time for a reader to close its side at shutdown. */
const CLOSING_MS = 2_000;
/** Keep-alive probes of the operating system find readers that vanished without closing. */
const TCP_KEEP_ALIVE_MS = 60_000;
const RETRY_AFTER_S = '30';

/**
 * All open streams: their limits, heartbeats, back-pressure and end.
 *
 * A reader leaves on its own, or is dropped when more than 1 MiB or bytes older than 30 s wait for it.
 */
export class StreamHub {
  /** Turns of the event loop that all topics with many readers share. */
  readonly slices: SliceQueue;
  readonly #limits: StreamLimits;
  readonly #now: () => number;
  readonly #readers = new Set<StreamReader>();
  readonly #perAddress = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  /** Open streams, and those that are about to be. */
  #seats = 0;
  #tick = 0;
  #opened = 0;
  #refused = 0;
  #dropped = 0;
  #isStopping = false;
  #isInterrupted = false;

  constructor(options: StreamHubOptions = {}) {
    this.#limits = options.limits ?? DEFAULT_STREAM_LIMITS;
    this.#now = options.now ?? (() => performance.now());
    this.slices = new SliceQueue();
  }

  /**
   * Takes a place among the streams of an address and of the service, before anything is charged or written.
   *
   * @throws {ApiError} `too_many_streams` or `stream_capacity`.
   */
  reserve(ip: string): Seat {
    const address = toNetwork(ip);
    this.#admit(address);
    this.#seats++;
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    let isTaken = true;
    return {
      address,
      release: () => {
        if (isTaken) this.#free(address);
        isTaken = false;
      },
    };
  }

  /**
   * Makes the answer to a request a stream and says `: connected`. The seat is freed when the reader is gone.
   *
   * @param onClose Called once when the reader is gone, for any reason.
   * @throws {ApiError} before any byte is written; the seat is free then.
   */
  open(
    seat: Seat,
    request: FastifyRequest,
    reply: FastifyReply,
    onClose: (reader: StreamReader) => void,
  ): StreamReader {
    const { raw } = reply;
    if (this.#isStopping || this.#isInterrupted) {
      seat.release();
      throw this.#isStopping ? toShuttingDown() : toInterrupted();
    }
    // A connection that is gone would never close again, and its place would never be free. One whose reader has
    // left but that is not closed yet takes nothing any more.
    if (raw.socket === null || !raw.socket.writable) {
      seat.release();
      throw new ApiError(
        'validation_failed',
        'the connection has unanswered requests: open the stream on a connection of its own',
      );
    }
    const head = formatHead(formatStreamHeaders(reply));
    reply.hijack();
    forgetHeaders(request);
    const { admission } = request;
    const reader = new StreamReader(raw, {
      isPermitted: admission === null ? null : () => admission.isLive(),
      beat: this.#chooseBeat(),
      now: this.#now(),
    });
    raw.socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
    this.write(reader, head + CONNECTED);

    this.#readers.add(reader);
    this.#timer ??= setInterval(() => this.tick(), TICK_MS).unref();
    raw.once('close', () => {
      seat.release();
      this.#forget(reader);
      onClose(reader);
    });
    return reader;
  }

  /** Writes, and counts the reader if it had to be dropped. */
  write(reader: StreamReader, bytes: Buffer | string): void {
    this.#count(reader.write(bytes));
  }

  /** Checks the buffers and sends the heartbeat of one group of readers. Called each second by the timer. */
  tick(): void {
    const beat = this.#tick++ % TICKS_PER_BEAT;
    const now = this.#now();
    this.slices.run(this.#lookAfter([...this.#readers], beat, now));
  }

  /** Ends every stream with a hint when to come back. New ones are refused from then on. */
  stop(): void {
    this.#isStopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const closingFrame = retryBytes(RETRY_AT_SHUTDOWN_MS);
    for (const reader of this.#readers) reader.end(closingFrame);
    // A reader that does not close its side must not hold up the end of the process.
    setTimeout(() => {
      for (const reader of this.#readers) reader.destroy();
    }, CLOSING_MS).unref();
  }

  /**
   * Ends every stream when its source is interrupted, and refuses new ones until the source resumes: a reader that
   * reconnects gets the events it missed, or a resync. Returns a function that stops following.
   */
  follow({ isInterrupted, onInterruption }: PulseConnection): () => void {
    this.#interrupt(isInterrupted);
    return onInterruption((isNow) => this.#interrupt(isNow));
  }

  stats(): StreamHubStats {
    return {
      open: this.#readers.size,
      opened: this.#opened,
      refused: this.#refused,
      dropped: this.#dropped,
    };
  }

  /** Readers that come together are spoken to one after the other. */
  #chooseBeat(): number {
    const place = this.#opened++ % (TICKS_PER_BEAT - FIRST_BEAT_AFTER);
    return (this.#tick + FIRST_BEAT_AFTER + place) % TICKS_PER_BEAT;
  }

  *#lookAfter(readers: readonly StreamReader[], beat: number, now: number): Generator<void> {
    for (const reader of readers) {
      if (!reader.isOpen) reader.awaitClose(now);
      else if (!reader.isPermitted) reader.end(KEY_ENDED);
      this.#count(reader.checkDrained(now));
      if (reader.beat === beat) this.write(reader, HEARTBEAT);
      yield;
    }
  }

  #interrupt(isInterrupted: boolean): void {
    this.#isInterrupted = isInterrupted;
    if (!isInterrupted) return;
    const closingFrame = retryBytes(RETRY_AT_INTERRUPTION_MS);
    for (const reader of this.#readers) reader.end(closingFrame);
  }

  #admit(address: string): void {
    const { perAddress, total } = this.#limits;
    if (this.#isStopping) throw toShuttingDown();
    if (this.#isInterrupted) throw toInterrupted();
    const retry = { headers: { 'retry-after': RETRY_AFTER_S } };
    if (this.#seats >= total) {
      this.#refused++;
      throw new ApiError('stream_capacity', `the service holds ${total} streams, its maximum`, retry);
    }
    if ((this.#perAddress.get(address) ?? 0) >= perAddress) {
      this.#refused++;
      throw new ApiError(
        'too_many_streams',
        `this address holds ${perAddress} streams, its maximum; close one first`,
        retry,
      );
    }
  }

  #free(address: string): void {
    this.#seats--;
    const left = (this.#perAddress.get(address) ?? 1) - 1;
    if (left === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, left);
  }

  #forget(reader: StreamReader): void {
    reader.markClosed();
    if (!this.#readers.delete(reader)) return;
    if (this.#readers.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #count(reason: DropReason | null): void {
    if (reason !== null) this.#dropped++;
  }
}

function toInterrupted(): ApiError {
  return new ApiError('streams_interrupted', 'live prices do not reach this process just now', {
    headers: { 'retry-after': String(RETRY_AT_INTERRUPTION_MS / 1_000) },
  });
}

function toShuttingDown(): ApiError {
  return new ApiError('shutting_down', 'the process is stopping; ask again');
}

/**
 * The head of the answer as text. Written straight to the socket, it is forgotten at once; Node would keep it as
 * long as the stream lasts. Without a length and without chunks, the body ends with the connection.
 */
function formatHead(headers: readonly string[]): string {
  const lines = ['HTTP/1.1 200 OK', `date: ${new Date().toUTCString()}`, 'connection: close'];
  for (let i = 0; i < headers.length; i += 2) {
    const [name = '', value = ''] = headers.slice(i, i + 2);
    validateHeaderValue(name, value);
    lines.push(`${name}: ${value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const NO_HEADERS = {};
const NO_RAW_HEADERS: string[] = [];

/** A stream outlives its request by hours: drops the parts of the request that it no longer needs. */
function forgetHeaders({ raw }: FastifyRequest): void {
  raw.headers = NO_HEADERS;
  raw.rawHeaders = NO_RAW_HEADERS;
}

/** Headers that the route set on the reply (CORS, request id), and those that keep proxies from buffering the stream. */
export function formatStreamHeaders(reply: FastifyReply): string[] {
  const set = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  return [...set, 'content-type', 'text/event-stream; charset=utf-8', 'x-accel-buffering', 'no'];
}
