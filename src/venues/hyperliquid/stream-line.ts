import type { Clock, EpochMs } from '../../domain/index.ts';
import { ReconnectingSocket } from '../../upstream/socket.ts';

/** A subscription as it is sent: `{type: 'bbo', coin: 'BTC'}`. */
export interface Subscription {
  readonly type: string;
  readonly coin?: string;
}

export interface StreamLineOptions {
  readonly url: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onMessage: (text: string, receivedAt: EpochMs) => void;
  /** A subscription was sent, on a new connection again. */
  readonly onSubscribed: (subscription: Subscription) => void;
  /** @param isSilent The venue said nothing for too long; else the connection went. */
  readonly onLost: (isSilent: boolean) => void;
}

/** The venue closes a connection on which nothing was said for 60 s. */
const PING_MS = 30_000;
const SILENCE_MS = 45_000;

/** One connection and its subscriptions, which are renewed after a reconnect. */
export class StreamLine {
  readonly #socket: ReconnectingSocket;
  readonly #options: StreamLineOptions;
  #subscriptions = new Map<string, Subscription>();

  constructor(options: StreamLineOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket({
      url: options.url,
      headers: () => ({ 'user-agent': options.userAgent }),
      onOpen: () => {
        for (const subscription of this.#subscriptions.values()) this.#subscribe(subscription);
      },
      onMessage: options.onMessage,
      // Without a code the connection was given up here.
      onClose: (code) => options.onLost(code === null),
      ping: { text: '{"method":"ping"}', everyMs: PING_MS },
      silenceMs: SILENCE_MS,
      clock: options.clock,
      random: options.random,
    });
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  get reconnects(): number {
    return this.#socket.reconnects;
  }

  get lastMessageAt(): EpochMs | null {
    return this.#socket.lastMessageAt;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    this.#socket.stop();
    this.#options.onLost(false);
  }

  restart(): void {
    this.#socket.restart();
  }

  /** Drops one subscription and subscribes again, on the same connection. */
  renew(subscription: Subscription): void {
    if (!this.#subscriptions.has(toKey(subscription))) return;
    this.#socket.send(JSON.stringify({ method: 'unsubscribe', subscription }));
    this.#subscribe(subscription);
  }

  /** Makes these the subscriptions of the line: ends unwanted ones, starts new ones. */
  want(subscriptions: readonly Subscription[]): Subscription[] {
    const wanted = new Map(subscriptions.map((subscription) => [toKey(subscription), subscription]));
    const ended = [...this.#subscriptions]
      .filter(([key]) => !wanted.has(key))
      .map(([, subscription]) => subscription);
    const added = [...wanted]
      .filter(([key]) => !this.#subscriptions.has(key))
      .map(([, subscription]) => subscription);
    this.#subscriptions = wanted;
    for (const subscription of ended)
      this.#socket.send(JSON.stringify({ method: 'unsubscribe', subscription }));
    if (this.connected) for (const subscription of added) this.#subscribe(subscription);
    return ended;
  }

  #subscribe(subscription: Subscription): void {
    if (!this.#socket.send(JSON.stringify({ method: 'subscribe', subscription }))) return;
    this.#options.onSubscribed(subscription);
  }
}

function toKey({ type, coin }: Subscription): string {
  return coin === undefined ? type : `${type} ${coin}`;
}
