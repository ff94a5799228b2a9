import type { Clock, EpochMs } from '../../domain/index.ts';
import type { Intake } from '../../upstream/intake.ts';
import { ReconnectingSocket } from '../../upstream/socket.ts';
import { readFrame, type StreamEvent } from './wire.ts';

export interface StreamShardOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvents: (events: readonly StreamEvent[], receivedAt: EpochMs) => void;
  /** The books of these tokens are no longer kept up to date; new ones arrive with the next subscription. */
  readonly onLost: (tokens: readonly string[]) => void;
  /** Called with tokens that were subscribed twice without a book: the venue has none. They are no longer subscribed. */
  readonly onWithoutBook: (tokens: readonly string[]) => void;
  readonly intake: Intake;
  readonly checkAfterMs?: number;
}

/** Most tokens of a connection: above about 750 the venue accepts a subscription and never sends the books. */
const SHARD_SIZE = 400;
/** The initial books of a frame arrive in one message: smaller frames keep single messages small. */
const TOKENS_PER_FRAME = 100;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 35_000;
const CHECK_AFTER_MS = 20_000;
const RESTART_AGAIN_MS = 60_000;

/** One connection of the market stream and the tokens it carries. */
export class StreamShard {
  readonly #options: StreamShardOptions;
  readonly #socket: ReconnectingSocket;
  readonly #tokens = new Set<string>();
  /** Tokens whose first book has not arrived on this connection. */
  readonly #awaited = new Set<string>();
  readonly #renewedAt = new Map<string, number>();
  #checkTimer: NodeJS.Timeout | null = null;
  #failedChecks = 0;

  constructor(options: StreamShardOptions) {
    this.#options = options;
    this.#socket = new ReconnectingSocket({
      url: options.url,
      clock: options.clock,
      random: options.random,
      ping: { text: 'PING', everyMs: PING_EVERY_MS },
      silenceMs: SILENCE_MS,
      onOpen: () => this.#subscribeAll(),
      onMessage: (text, receivedAt) => this.#read(text, receivedAt),
      onClose: () => options.onLost([...this.#tokens]),
    });
  }

  get size(): number {
    return this.#tokens.size;
  }

  get room(): number {
    return SHARD_SIZE - this.#tokens.size;
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

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    if (this.#checkTimer !== null) clearTimeout(this.#checkTimer);
    this.#checkTimer = null;
    this.#socket.stop();
  }

  /** Subscribes further tokens; those already carried are left alone. */
  add(tokens: readonly string[]): void {
    const fresh = tokens.filter((token) => !this.#tokens.has(token));
    for (const token of fresh) this.#tokens.add(token);
    if (!this.#socket.connected) return;
    for (const part of inParts(fresh)) this.#subscribe(part);
  }

  remove(tokens: readonly string[]): void {
    const carried = tokens.filter((token) => this.#tokens.delete(token));
    for (const token of carried) {
      this.#awaited.delete(token);
      this.#renewedAt.delete(token);
    }
    for (const part of inParts(carried)) this.#send({ assets_ids: part, operation: 'unsubscribe' });
  }

  /**
   * Requests the book of one token again. A token that needs it again within a minute shows that the
   * connection is at fault, which is then renewed.
   */
  renew(token: string): void {
    if (!this.#tokens.has(token)) return;
    const now = performance.now();
    const before = this.#renewedAt.get(token);
    this.#renewedAt.set(token, now);
    if (before !== undefined && now - before < RESTART_AGAIN_MS) {
      this.#restart();
      return;
    }
    this.#resubscribe([token]);
  }

  /** Subscribes anew: known tokens are answered with `NO NEW ASSETS` and without books, so they are given up first. */
  #resubscribe(tokens: readonly string[]): void {
    this.#options.onLost(tokens);
    for (const part of inParts(tokens)) {
      this.#send({ assets_ids: part, operation: 'unsubscribe' });
      this.#subscribe(part);
    }
  }

  #restart(): void {
    this.#renewedAt.clear();
    this.#options.onLost([...this.#tokens]);
    this.#socket.restart();
  }

  /** Subscribes on a new connection: the first frame names the channel, the next ones add to it. */
  #subscribeAll(): void {
    this.#awaited.clear();
    this.#options.onLost([...this.#tokens]);
    const [first = [], ...rest] = inParts([...this.#tokens]);
    for (const token of first) this.#awaited.add(token);
    this.#send({ assets_ids: first, type: 'market', custom_feature_enabled: true });
    for (const part of rest) this.#subscribe(part);
    this.#checkLater();
  }

  #subscribe(tokens: readonly string[]): void {
    if (!this.#send({ assets_ids: tokens, operation: 'subscribe', custom_feature_enabled: true })) return;
    for (const token of tokens) this.#awaited.add(token);
    this.#checkLater();
  }

  #read(text: string, receivedAt: EpochMs): void {
    const events = readFrame(text, this.#options.intake);
    for (const event of events) if (event.event_type === 'book') this.#awaited.delete(event.asset_id);
    if (events.length > 0) this.#options.onEvents(events, receivedAt);
  }

  #checkLater(): void {
    if (this.#checkTimer !== null) clearTimeout(this.#checkTimer);
    this.#checkTimer = setTimeout(
      () => this.#checkBooks(),
      this.#options.checkAfterMs ?? CHECK_AFTER_MS,
    ).unref();
  }

  /** Checks that the subscribed books have arrived, since the venue does not acknowledge subscriptions. */
  #checkBooks(): void {
    if (!this.#socket.connected) return;
    const missing = [...this.#awaited];
    if (missing.length === 0) {
      this.#failedChecks = 0;
      return;
    }
    this.#failedChecks++;
    if (this.#failedChecks === 1) {
      // Most of them missing: the venue took the subscription and forgot it. A few: theirs alone is renewed.
      if (missing.length * 2 > this.#tokens.size) this.#restart();
      else this.#resubscribe(missing);
      return;
    }
    this.#failedChecks = 0;
    this.remove(missing);
    this.#options.onWithoutBook(missing);
  }

  #send(message: object): boolean {
    return this.#socket.send(JSON.stringify(message));
  }
}

function inParts(tokens: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let i = 0; i < tokens.length; i += TOKENS_PER_FRAME) parts.push(tokens.slice(i, i + TOKENS_PER_FRAME));
  return parts;
}
