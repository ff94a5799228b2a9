import { createRequire } from 'node:module';
import type { Socket } from 'socket.io-client';
import type { BookBreak, Clock, EpochMs } from '../../../domain/index.ts';
import { computeBackoffMs } from '../../../scheduling/backoff.ts';
import { createStreamAgent } from '../../../upstream/connections.ts';
import type { Intake } from '../../../upstream/intake.ts';

export interface PriceStreamOptions {
  /** Address of the server without the namespace, for example `wss://ws.limitless.exchange`. */
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether trading of a market, given by its slug in lower case, is over. Frames that arrive later have no price. */
  readonly hasEnded?: (slug: string, now: EpochMs) => boolean;
  /**
   * Whether the streamed price of an asset agrees with the venue's list. Its updates are withheld while it does not.
   */
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

/** One connection of the stream and the markets that it carries. */
export class Shard {
  readonly slugs = new Set<string>();
  reconnects = 0;
  /** Time by our clock of the last message that proves the connection alive. */
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
    // The package is loaded here, because its sixty modules would delay the start, which opens no connection before the
    // first poll.
    const { io } = require('socket.io-client') as typeof import('socket.io-client');
    const agent = createStreamAgent(options.url);
    this.#socket = io(`${options.url.replace(/\/+$/, '')}/markets`, {
      // The package's types have the browser's options only. In Node the socket also accepts the agent.
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
      // We close a connection for a market that went silent, and the library closes one for a missing ping.
      const isSilent = reason === 'ping timeout' || reason === 'io client disconnect';
      events.onDown(this.slugs, isSilent ? 'silence' : 'connection');
      this.#retryUnlessLibraryDoes();
    });
    this.#socket.on('connect_error', () => this.#retryUnlessLibraryDoes());
    this.#socket.io.on('ping', () => this.heard(options.clock()));
    this.#socket.on('orderbookUpdate', events.onBook);
    this.#socket.on('marketResolved', events.onResolved);
    // Other events (oracle ticks, notices, pool prices) have no listener.
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

  /** Sends the subscription when it has changed: the whole list of markets, because it replaces the one before. */
  subscribe(): void {
    if (!this.#isChanged || !this.connected || this.slugs.size === 0) return;
    this.#socket.emit('subscribe_market_prices', { marketSlugs: [...this.slugs] });
    this.#isChanged = false;
  }

  /** Reconnects where the library does not: after a disconnect that the server requested. */
  #retryUnlessLibraryDoes(): void {
    if (!this.#isWanted || this.#socket.active || this.#retryTimer !== null) return;
    const delay = computeBackoffMs(BACKOFF, this.#failures++, this.#random);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.#socket.connect();
    }, delay);
  }

  /** Whether a frame is at least as new as the newest. Versions never decrease within a connection. */
  isNewest(slug: string, version: number | null): boolean {
    if (version === null) return true;
    if (version < (this.#newest.get(slug) ?? Number.NEGATIVE_INFINITY)) return false;
    this.#newest.set(slug, version);
    return true;
  }
}
