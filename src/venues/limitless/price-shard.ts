import { createRequire } from 'node:module';
import type { Socket } from 'socket.io-client';
import type { BookBreak, Clock, EpochMs } from '../../domain/index.ts';
import { computeBackoffMs } from '../../scheduling/backoff.ts';
import { createStreamAgent } from '../../upstream/connections.ts';
import type { Intake } from '../../upstream/intake.ts';

export interface PriceStreamOptions {
  /** Address without the namespace, for example `wss://ws.limitless.exchange`. */
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether trading of a market, by its slug in lower case, is over: frames that still come have no price. */
  readonly hasEnded?: (slug: string, now: EpochMs) => boolean;
  /** Whether the touch of an asset is that of the venue's list; its updates are kept back while it is not. */
  readonly isBelieved?: (asset: string) => boolean;
  readonly maxShards?: number;
  readonly slugsPerShard?: number;
  /** Counts frames that a schema refused. */
  readonly intake: Intake;
}

const require = createRequire(import.meta.url);
const BACKOFF = { firstMs: 1_000, maxMs: 32_000 };

interface ShardEvents {
  readonly onBook: (data: unknown) => void;
  readonly onResolved: (data: unknown) => void;
  readonly onDown: (slugs: Iterable<string>, reason: BookBreak) => void;
}

/** One connection and its markets. */
export class Shard {
  readonly slugs = new Set<string>();
  reconnects = 0;
  /** Our clock, of the last message that proves the connection alive. */
  lastMessageAt: EpochMs | null = null;
  readonly #socket: Socket;
  readonly #newest = new Map<string, number>();
  readonly #random: () => number;
  #isChanged = true;
  #isWanted = false;
  #connects = 0;
  #failures = 0;
  #retryTimer: NodeJS.Timeout | null = null;

  constructor(options: PriceStreamOptions, events: ShardEvents) {
    this.#random = options.random;
    // Sixty modules, which a start need not wait for: no connection is open before the first poll.
    const { io } = require('socket.io-client') as typeof import('socket.io-client');
    const agent = createStreamAgent(options.url);
    this.#socket = io(`${options.url.replace(/\/+$/, '')}/markets`, {
      // The types have the options of browsers; in Node the agent is passed on to the socket.
      ...(agent === undefined ? {} : { agent: agent as never }),
      transports: ['websocket'],
      extraHeaders: { 'user-agent': options.userAgent },
      autoConnect: false,
      forceNew: true,
      reconnectionDelay: BACKOFF.firstMs,
      reconnectionDelayMax: BACKOFF.maxMs,
      randomizationFactor: 0.5,
      timeout: 10_000,
    });
    this.#socket.on('connect', () => {
      if (this.#connects++ > 0) this.reconnects++;
      this.#failures = 0;
      this.#newest.clear();
      this.#isChanged = true;
      this.#socket.emit('subscribe_market_lifecycle', {});
      this.subscribe();
    });
    this.#socket.on('disconnect', (reason) => {
      // A connection is given up here for a market that went quiet, or by the library for a missing ping.
      const isSilent = reason === 'ping timeout' || reason === 'io client disconnect';
      events.onDown(this.slugs, isSilent ? 'silence' : 'connection');
      this.#retryUnlessLibraryDoes();
    });
    this.#socket.on('connect_error', () => this.#retryUnlessLibraryDoes());
    this.#socket.io.on('ping', () => this.heard(options.clock()));
    this.#socket.on('orderbookUpdate', events.onBook);
    this.#socket.on('marketResolved', events.onResolved);
    // Oracle ticks, notices and pool prices are not listened to.
  }

  heard(at: EpochMs): void {
    this.lastMessageAt = at;
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  open(): void {
    this.#isWanted = true;
    this.#socket.connect();
  }

  close(): void {
    this.#isWanted = false;
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#socket.disconnect();
  }

  restart(): void {
    this.close();
    this.open();
  }

  add(slug: string): void {
    this.slugs.add(slug);
    this.#isChanged = true;
  }

  remove(isUnwanted: (slug: string) => boolean): void {
    for (const slug of this.slugs) {
      if (!isUnwanted(slug)) continue;
      this.slugs.delete(slug);
      this.#newest.delete(slug);
      this.#isChanged = true;
    }
  }

  /** A subscription replaces the one before, so the whole list is sent, and only when it changed. */
  subscribe(): void {
    if (!this.#isChanged || !this.connected || this.slugs.size === 0) return;
    this.#socket.emit('subscribe_market_prices', { marketSlugs: [...this.slugs] });
    this.#isChanged = false;
  }

  /** The library reconnects after every loss except one that the server requested. */
  #retryUnlessLibraryDoes(): void {
    if (!this.#isWanted || this.#socket.active || this.#retryTimer !== null) return;
    const delay = computeBackoffMs(BACKOFF, this.#failures++, this.#random);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.#socket.connect();
    }, delay);
  }

  /** Versions never fall within a connection; a frame with a lower one comes too late. */
  isNewest(slug: string, version: number | null): boolean {
    if (version === null) return true;
    if (version < (this.#newest.get(slug) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#newest.set(slug, version);
    return true;
  }
}
