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
  /** Maximum number of streams per address, or per /64 network of IPv6. */
  readonly perAddress: number;
  /** Maximum number of streams of the whole service. */
  readonly total: number;
}

const DEFAULT_STREAM_LIMITS: StreamLimits = { perAddress: 20, total: 5_000 };

export interface StreamHubOptions {
  readonly limits?: StreamLimits | undefined;
  /** Monotonic clock in ms. */
  readonly now?: (() => number) | undefined;
}

/** A place among the open streams, reserved before a stream opens and released when it ends or fails to open. */
export interface Seat {
  /** Address whose limit the stream counts against. */
  readonly address: string;
  release(): void;
}

export interface StreamHubStats {
  readonly open: number;
  readonly opened: number;
  readonly refused: number;
  /** Number of readers that were dropped because they did not keep up. */
  readonly dropped: number;
}

/** Interval of the timer of all streams. Each tick checks keys and buffers, and sends the heartbeat of one group. */
const TICK_MS = 1_000;
/** Number of ticks between two heartbeats of a reader: 25 s. */
const TICKS_PER_BEAT = 25;
/** Number of ticks before the first heartbeat of a new reader, which has just received its first bytes. */
const FIRST_BEAT_AFTER = 5;
/** Reconnection time for readers when the process stops. Clients add a random delay of their own. */
const RETRY_AT_SHUTDOWN_MS = 5_000;
/** Reconnection time for readers when their source is interrupted. New streams are refused until it resumes. */
const RETRY_AT_INTERRUPTION_MS = 2_000;
/** Time for readers to close their side at shutdown. */
const CLOSING_MS = 2_000;
/** Interval of the operating system's keep-alive probes, which find readers that vanished without closing. */
const TCP_KEEP_ALIVE_MS = 60_000;
const RETRY_AFTER_S = '30';

/**
 * All open streams, with their limits, heartbeats, back-pressure and end.
 *
 * A reader leaves on its own, or is dropped when more than 1 MiB, or bytes older than 30 s, are waiting for it.
 */
export class StreamHub {
  /** Queue of event-loop slices that all topics with many readers share. */
  readonly slices: SliceQueue;
  readonly #limits: StreamLimits;
  readonly #now: () => number;
  readonly #readers = new Set<StreamReader>();
  readonly #perAddress = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  /** Number of streams that are open or about to open. */
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
   * Reserves a seat for a stream of an address, before anything is charged or written.
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
   * Turns the response to a request into a stream and writes `: connected`. The seat is released when the reader has
   * left.
   *
   * @param onClose Called once when the reader has left, for any reason.
   * @throws {ApiError} before any byte is written; the seat is released then.
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
    // A closed connection would emit no further `close`, so its seat would never be released. A connection whose reader
    // has left, but that is not closed yet, accepts no more bytes.
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

  /** Writes to a reader, and counts it if it had to be dropped. */
  write(reader: StreamReader, bytes: Buffer | string): void {
    this.#count(reader.write(bytes));
  }

  /** Checks the buffers, and sends the heartbeat of one group of readers. Called once a second by the timer. */
  tick(): void {
    const beat = this.#tick++ % TICKS_PER_BEAT;
    const now = this.#now();
    this.slices.run(this.#lookAfter([...this.#readers], beat, now));
  }

  /** Ends every stream with a reconnection time. New streams are refused from then on. */
  stop(): void {
    this.#isStopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const closingFrame = retryBytes(RETRY_AT_SHUTDOWN_MS);
    for (const reader of this.#readers) reader.end(closingFrame);
    // A reader that does not close its side must not delay the end of the process.
    setTimeout(() => {
      for (const reader of this.#readers) reader.destroy();
    }, CLOSING_MS).unref();
  }

  /**
   * Ends every stream when its source is interrupted, and refuses new ones until the source resumes. A reader that
   * reconnects then receives the events it missed, or a resync.
   *
   * @returns A function that stops following the source.
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

  /** Chooses the heartbeat tick of a new reader. Readers that connect together get different ticks. */
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
 * Formats the head of the response as text. Written directly to the socket it is released at once; Node would keep it
 * as long as the stream is open. Without a length and without chunks, the body ends with the connection.
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

/** Releases the parts of a request that its stream does not need: a stream may outlive its request by hours. */
function forgetHeaders({ raw }: FastifyRequest): void {
  raw.headers = NO_HEADERS;
  raw.rawHeaders = NO_RAW_HEADERS;
}

/** Returns the headers that hooks set on the reply, and those that keep proxies from buffering the stream. */
export function formatStreamHeaders(reply: FastifyReply): string[] {
  const set = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
  return [...set, 'content-type', 'text/event-stream; charset=utf-8', 'x-accel-buffering', 'no'];
}
