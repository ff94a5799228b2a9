import type { KeyObject } from 'node:crypto';
import {
  type AssetUpdate,
  buildKalshiAsset,
  type Clock,
  type EpochMs,
  findJson,
  MINUTE_MS,
} from '../../domain/index.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import { ReconnectingSocket } from '../../upstream/socket.ts';
import type { StreamStatus, VenueStream } from '../venue-adapter.ts';
import { normaliseTickerMessage } from './normalise.ts';
import { signHeaders } from './signing.ts';
import { errorMessage, frame, subscribedMessage, tickerMessage } from './wire.ts';

export interface KalshiKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

export interface TickerStreamOptions {
  readonly url: string;
  readonly key: KalshiKey;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether the adapter tracks the asset. The channel sends frames of the whole exchange. */
  readonly isTracked: (asset: string) => boolean;
  /** Whether trading of a tracked market is over. Frames that arrive later have no price. */
  readonly hasClosed: (asset: string, now: EpochMs) => boolean;
  /**
   * Whether the streamed price of an asset agrees with the venue's list. Its updates are withheld while it does not.
   */
  readonly isBelieved?: (asset: string) => boolean;
  /** Counts frames that a schema refused, and errors that the venue sent. */
  readonly intake: Intake;
}

/** The server pings every 10 s, so three missed pings mean a dead connection. */
const SILENCE_MS = 30_000;
const SUBSCRIBE_ID = 1;
/** Errors of a failed channel and of an overflowed buffer. The venue sends nothing more until the next subscription. */
const ENDING_ERRORS: ReadonlySet<number> = new Set([10, 25]);

/** Reads touch and last trade of every market over one signed connection: the `ticker` channel. */
export class TickerStream implements VenueStream {
  readonly #options: TickerStreamOptions;
  readonly #socket: ReconnectingSocket;
  readonly #listeners = new Set<(update: AssetUpdate) => void>();
  readonly #newest = new Map<string, Pick<AssetUpdate, 'price' | 'venueTime' | 'receivedAt'>>();
  #sid: number | null = null;
  #lastSeq: number | null = null;

  constructor(options: TickerStreamOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket({
      url: options.url,
      headers: () => ({
        'user-agent': options.userAgent,
        ...signHeaders(options.key, { method: 'GET', path: new URL(options.url).pathname }, options.clock()),
      }),
      onOpen: (socket) => {
        this.#forgetSubscription();
        socket.send(JSON.stringify({ id: SUBSCRIBE_ID, cmd: 'subscribe', params: { channels: ['ticker'] } }));
      },
      onMessage: (text, receivedAt) => this.#read(text, receivedAt),
      onClose: () => this.#forgetSubscription(),
      silenceMs: SILENCE_MS,
      clock: options.clock,
      random: options.random,
    });
  }

  start(): void {
    this.#socket.start();
  }

  async stop(): Promise<void> {
    this.#socket.stop();
    this.#forgetSubscription();
  }

  onUpdate(listener: (update: AssetUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  carries(asset: string): boolean {
    return this.#sid !== null && this.#options.isTracked(asset);
  }

  lastUpdateAt(asset: string): EpochMs | null {
    return this.#newest.get(asset)?.receivedAt ?? null;
  }

  /** Finds the price of an asset's newest frame on the current subscription; null without one. */
  findPrice(asset: string): number | null {
    return this.carries(asset) ? (this.#newest.get(asset)?.price ?? null) : null;
  }

  /** Renews the whole connection, because one subscription carries every asset. */
  restart(_asset: string): void {
    this.#socket.restart();
  }

  /** Forgets assets that are no longer tracked. */
  prune(): void {
    for (const asset of this.#newest.keys()) {
      if (!this.#options.isTracked(asset)) this.#newest.delete(asset);
    }
  }

  getStatus(): StreamStatus {
    return {
      connections: 1,
      connected: this.#socket.connected ? 1 : 0,
      subscriptions: this.#sid === null ? 0 : 1,
      reconnects: this.#socket.reconnects,
      lastMessageAt: this.#socket.lastMessageAt,
    };
  }

  #read(text: string, receivedAt: EpochMs): void {
    const message = findJson(text);
    if (!this.#options.intake.accepts(frame, message)) return;
    switch (message.type) {
      case 'subscribed':
        if (subscribedMessage.accepts(message.msg)) this.#sid = message.msg.sid;
        return;
      case 'error':
        this.#options.intake.count(
          refuse(frame.name, readErrorText(message.msg), {
            endpoint: frame.endpoint,
            member: '/msg',
            value: message.msg,
          }),
        );
        if (endsSubscription(message.msg)) this.#socket.renewLater();
        return;
      case 'ticker':
        this.#readTicker(message.msg, message.sid, message.seq, receivedAt);
        return;
      // `ok` answers commands that change a subscription, of which this client sends none. No other channel is
      // subscribed.
      default:
        return;
    }
  }

  #readTicker(
    msg: unknown,
    sid: number | null | undefined,
    seq: number | null | undefined,
    receivedAt: EpochMs,
  ): void {
    // Frames of an earlier subscription may still arrive.
    if (this.#sid !== null && sid != null && sid !== this.#sid) return;
    if (!this.#options.intake.accepts(tickerMessage, msg)) return;
    if (seq != null) {
      const isGap = this.#lastSeq !== null && seq !== this.#lastSeq + 1;
      this.#lastSeq = seq;
      if (isGap) {
        // A frame was lost, and its market is not known, so the channel is subscribed again. The delay limits the rate
        // of renewals when every frame skips a number.
        this.#socket.renewLater();
        return;
      }
    }
    const { asset } = buildKalshiAsset(msg.market_ticker);
    if (!this.#options.isTracked(asset)) return;
    const quoted = normaliseTickerMessage(msg, receivedAt);
    if (this.#isLate(quoted)) return;
    const isOver = this.#options.hasClosed(asset, receivedAt);
    const update = isOver ? { ...quoted, price: null, bid: null, ask: null } : quoted;
    this.#newest.set(asset, { price: update.price, venueTime: update.venueTime, receivedAt });
    if (this.#options.isBelieved?.(asset) === false) return;
    for (const listener of this.#listeners) listener(update);
  }

  /**
   * Whether a newer frame of the market was published. Times more than a minute ahead of our clock do not count,
   * because they would block all later frames.
   */
  #isLate({ asset, venueTime, receivedAt }: AssetUpdate): boolean {
    const known = this.#newest.get(asset)?.venueTime ?? null;
    return venueTime !== null && known !== null && venueTime < known && known <= receivedAt + MINUTE_MS;
  }

  /** Forgets the subscription and its prices: after an interruption they may be out of date. */
  #forgetSubscription(): void {
    this.#sid = null;
    this.#lastSeq = null;
    for (const [asset, newest] of this.#newest) this.#newest.set(asset, { ...newest, price: null });
  }
}

function endsSubscription(msg: unknown): boolean {
  return errorMessage.accepts(msg) && ENDING_ERRORS.has(msg.code);
}

function readErrorText(msg: unknown): string {
  return errorMessage.accepts(msg) ? `error ${msg.code}: ${msg.msg ?? ''}` : 'an error without a code';
}
