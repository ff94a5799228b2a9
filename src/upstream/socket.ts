import { WebSocket } from 'ws';
import { type Clock, type EpochMs, wallClock } from '../domain/index.ts';
import { computeBackoffMs } from '../scheduling/backoff.ts';
import { findRetryAfter } from './answers.ts';
import { createStreamAgent } from './connections.ts';

export interface ReconnectingSocketOptions {
  readonly url: string;
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Called on every connect and reconnect, before any message, to subscribe. */
  readonly onOpen: (socket: ReconnectingSocket) => void;
  readonly onMessage: (text: string, receivedAt: EpochMs) => void;
  /**
   * Called when the connection was lost or is being renewed, with the close code of the other side or null. Not called
   * by `stop`.
   */
  readonly onClose?: (code: number | null) => void;
  /** Called when a connection failed and will be closed, for example with `Unexpected server response: 401`. */
  readonly onError?: (error: Error) => void;
  /**
   * Text that is sent at an interval to keep the connection alive and to distinguish a quiet connection from a dead
   * one.
   */
  readonly ping?: { readonly text: string; readonly everyMs: number };
  /** Time in ms without any message after which the connection counts as dead and is renewed. */
  readonly silenceMs: number;
  readonly maxPayloadBytes?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
  /** Monotonic clock, in ms. Default: `performance.now`. */
  readonly now?: () => number;
}

const BACKOFF = { firstMs: 1_000, maxMs: 32_000 };
/** Time in ms after which a connection counts as stable and resets the delay. */
const STABLE_MS = 60_000;
const DEFAULT_MAX_PAYLOAD = 32 * 1024 * 1024;

/**
 * A WebSocket that reconnects. It backs off with jitter, waits as long as a refused handshake requested, and renews a
 * connection that became silent.
 */
export class ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions;
  readonly #clock: Clock;
  readonly #now: () => number;
  #socket: WebSocket | null = null;
  #failures = 0;
  #openedAt = 0;
  /** Wait in ms that the server requested when it refused the last handshake. */
  #askedWaitMs = 0;
  #heardAt = 0;
  #retryTimer: NodeJS.Timeout | null = null;
  #pingTimer: NodeJS.Timeout | null = null;
  #silenceTimer: NodeJS.Timeout | null = null;
  #stopped = true;

  /** Number of connections after the first. */
  reconnects = 0;
  lastMessageAt: EpochMs | null = null;

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options;
    this.#clock = options.clock ?? wallClock;
    this.#now = options.now ?? (() => performance.now());
  }

  get connected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#drop();
  }

  /** Sends a text. @returns false when the connection is not open. `onOpen` must send such messages again. */
  send(text: string): boolean {
    if (!this.connected) return false;
    this.#socket?.send(text);
    return true;
  }

  /** Closes the connection and opens a new one immediately. */
  restart(): void {
    if (this.#stopped) return;
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    const wasLost = this.#socket !== null;
    this.#drop();
    if (wasLost) this.#options.onClose?.(null);
    if (this.#stopped) return;
    this.reconnects++;
    this.#connect();
  }

  /**
   * Closes the connection and opens a new one after the delay of a lost one, which grows until a connection is stable.
   */
  renewLater(code: number | null = null): void {
    if (this.#stopped || this.#socket === null) return;
    this.#drop();
    this.#options.onClose?.(code);
    this.#retryLater();
  }

  #connect(): void {
    const agent = createStreamAgent(this.#options.url);
    const socket = new WebSocket(this.#options.url, {
      ...(agent === undefined ? {} : { agent }),
      headers: this.#options.headers?.() ?? {},
      handshakeTimeout: 10_000,
      maxPayload: this.#options.maxPayloadBytes ?? DEFAULT_MAX_PAYLOAD,
      perMessageDeflate: true,
      finishRequest: (request) => {
        request.once('response', ({ headers }) => {
          this.#askedWaitMs = findRetryAfter(headers['retry-after'] ?? null) ?? 0;
        });
        request.end();
      },
    });
    this.#socket = socket;
    socket.on('open', () => {
      this.#openedAt = performance.now();
      this.#watchSilence();
      const { ping } = this.#options;
      if (ping !== undefined) this.#pingTimer = setInterval(() => this.send(ping.text), ping.everyMs).unref();
      this.#options.onOpen(this);
    });
    socket.on('message', (data) => {
      this.lastMessageAt = this.#clock();
      this.#watchSilence();
      this.#options.onMessage(String(data), this.lastMessageAt);
    });
    socket.on('ping', () => this.#watchSilence());
    // An error is always followed by 'close', whose listener does the work.
    socket.on('error', (error) => {
      if (this.#socket === socket) this.#options.onError?.(error);
    });
    socket.on('close', (code) => {
      if (this.#socket === socket) this.renewLater(code);
    });
  }

  #watchSilence(): void {
    this.#heardAt = this.#now();
    this.#silenceTimer ??= this.#checkSilenceIn(this.#options.silenceMs);
  }

  /**
   * Checks for silence with one timer for many messages. A timer that fires too early is set again for the remaining
   * time.
   */
  #checkSilenceIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const leftMs = this.#options.silenceMs - (this.#now() - this.#heardAt);
      if (leftMs <= 0) this.restart();
      else this.#silenceTimer = this.#checkSilenceIn(leftMs);
    }, ms).unref();
  }

  #retryLater(): void {
    if (this.#stopped) return;
    if (this.#openedAt > 0 && performance.now() - this.#openedAt > STABLE_MS) this.#failures = 0;
    // Reset here so that a connection counts only once. Otherwise attempts that never open would shorten the wait.
    this.#openedAt = 0;
    const backoffMs = computeBackoffMs(BACKOFF, this.#failures++, this.#options.random ?? Math.random);
    const delay = Math.max(backoffMs, this.#askedWaitMs);
    this.#askedWaitMs = 0;
    this.#retryTimer = setTimeout(() => {
      this.reconnects++;
      this.#connect();
    }, delay);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (this.#pingTimer !== null) clearInterval(this.#pingTimer);
    if (this.#silenceTimer !== null) clearTimeout(this.#silenceTimer);
    this.#pingTimer = null;
    this.#silenceTimer = null;
    socket?.removeAllListeners();
    socket?.on('error', () => undefined);
    socket?.terminate();
  }
}
