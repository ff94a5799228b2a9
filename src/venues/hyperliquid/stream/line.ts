import type { Clock, EpochMs } from '../../../domain/index.ts';
import { ReconnectingSocket } from '../../../upstream/socket.ts';

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
  /** Reports that a subscription was sent, again after each reconnect. */
  readonly onSubscribed: (subscription: Subscription) => void;
  /**
   * Reports the loss of the connection.
   *
   * @param isSilent true: we closed it after a silence; false: the connection ended.
   */
  readonly onLost: (isSilent: boolean) => void;
}

/** Interval of pings. The venue closes a connection after 60 s without a message from the client. */
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
      // A close without a code is our own, after a silence.
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

  /** Ends one subscription and subscribes again, on the same connection. */
  renew(subscription: Subscription): void {
    if (!this.#subscriptions.has(toKey(subscription))) return;
    this.#socket.send(JSON.stringify({ method: 'unsubscribe', subscription }));
    this.#subscribe(subscription);
  }

  /** Sets the subscriptions of the connection: ends unwanted ones and starts new ones. @returns The ended ones. */
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
