import type { BookBreak, Clock, EpochMs } from '../../../domain/index.ts';
import type { Intake } from '../../../upstream/intake.ts';
import { ReconnectingSocket } from '../../../upstream/socket.ts';
import type { StreamEvent } from '../wire.ts';
import { type FrameOptions, readFrame } from './frames.ts';

export interface StreamShardOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onEvents: (events: readonly StreamEvent[], receivedAt: EpochMs) => void;
  /** Reports that the books of these Yes tokens are out of date. New ones arrive with the next subscription. */
  readonly onLost: (tokens: readonly string[], reason: BookBreak) => void;
  /**
   * Reports Yes tokens for which two subscriptions brought no book. They are no longer subscribed.
   *
   * @param areMost Whether they are most of the connection, so that the venue is at fault and not its markets.
   */
  readonly onWithoutBook: (tokens: readonly string[], areMost: boolean) => void;
  /** Reports that the subscriptions of these tokens must have taken effect, with or without an answer. */
  readonly onSettled: (tokens: readonly string[]) => void;
  readonly intake: Intake;
  /** Handlers that only the tape needs. They are used when No tokens are subscribed. */
  readonly frames: Omit<FrameOptions, 'intake'>;
  /** Whether No tokens are subscribed too, because the venue prints a trade only under the token of its taker. */
  readonly hasBothTokens: boolean;
  readonly checkAfterMs?: number;
}

/**
 * Maximum number of markets per connection, each with two tokens. Above about 750 tokens the venue accepts a
 * subscription and never sends the books.
 */
const SHARD_SIZE = 200;
/** Maximum number of markets in one subscription. Its initial books arrive in one message, which should stay small. */
const MARKETS_PER_FRAME = 50;
const PING_EVERY_MS = 10_000;
const SILENCE_MS = 35_000;
const CHECK_AFTER_MS = 20_000;
const RESTART_AGAIN_MS = 60_000;
/** Option with which the venue also sends quotes and resolutions. */
const EXTENDED = { custom_feature_enabled: true };

/** Yes and No token of a market. */
export interface TokenPair {
  readonly yes: string;
  readonly no: string;
}

/** One connection of the market stream and the markets it carries, each by its Yes token. */
export class StreamShard {
  readonly #options: StreamShardOptions;
  readonly #socket: ReconnectingSocket;
  /** No tokens by their Yes token. */
  readonly #tokens = new Map<string, string>();
  #hasBothTokens: boolean;
  /** Yes tokens whose first book has not arrived on this connection. */
  readonly #awaited = new Set<string>();
  readonly #renewedAt = new Map<string, number>();
  #checkTimer: NodeJS.Timeout | null = null;
  #failedChecks = 0;
  #reader: FrameOptions;

  constructor(options: StreamShardOptions) {
    this.#options = options;
    this.#hasBothTokens = options.hasBothTokens;
    this.#reader = this.#createReader();
    this.#socket = new ReconnectingSocket({
      url: options.url,
      clock: options.clock,
      random: options.random,
      ping: { text: 'PING', everyMs: PING_EVERY_MS },
      silenceMs: SILENCE_MS,
      onOpen: () => this.#subscribeAll(),
      onMessage: (text, receivedAt) => this.#read(text, receivedAt),
      // A close without a code is our own, after a silence. For other renewals of ours `onLost` has been called
      // already.
      onClose: (code) => options.onLost([...this.#tokens.keys()], code === null ? 'silence' : 'connection'),
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

  /** Subscribes further markets; those already carried are left alone. */
  add(pairs: readonly TokenPair[]): void {
    const fresh = pairs.filter(({ yes }) => !this.#tokens.has(yes));
    for (const { yes, no } of fresh) this.#tokens.set(yes, no);
    if (!this.#socket.connected) return;
    for (const part of inParts(fresh.map(({ yes }) => yes))) this.#subscribe(part);
  }

  /** Subscribes No tokens from now on, including those of markets that are already carried. */
  addNoTokens(): void {
    if (this.#hasBothTokens) return;
    this.#hasBothTokens = true;
    this.#reader = this.#createReader();
    const missing = [...this.#tokens.values()];
    for (const part of inParts(missing))
      this.#send({ assets_ids: part, operation: 'subscribe', ...EXTENDED });
    this.#checkLater();
  }

  remove(tokens: readonly string[]): void {
    const carried = tokens.filter((token) => this.#tokens.has(token));
    for (const part of inParts(carried))
      this.#send({ assets_ids: this.#withNoTokens(part), operation: 'unsubscribe' });
    for (const token of carried) {
      this.#tokens.delete(token);
      this.#awaited.delete(token);
      this.#renewedAt.delete(token);
    }
  }

  /**
   * Requests the book of one token again. When the token needs it again within a minute, the connection is at fault and
   * is replaced.
   */
  renew(token: string, reason: BookBreak): void {
    if (!this.#tokens.has(token)) return;
    const now = performance.now();
    const before = this.#renewedAt.get(token);
    this.#renewedAt.set(token, now);
    if (before !== undefined && now - before < RESTART_AGAIN_MS) {
      this.#restart();
      return;
    }
    this.#resubscribe([token], reason);
  }

  /**
   * Requests a doubtful book again, at most once a minute. The connection is not replaced, because one market whose
   * frames are all malformed must not interrupt the others.
   */
  refresh(token: string): void {
    if (!this.#tokens.has(token)) return;
    const now = performance.now();
    const before = this.#renewedAt.get(token);
    if (before !== undefined && now - before < RESTART_AGAIN_MS) return;
    this.#renewedAt.set(token, now);
    this.#resubscribe([token], 'refused');
  }

  /** Replaces the connection after a frame that cannot be assigned to a book. */
  giveUp(): void {
    this.#options.onLost([...this.#tokens.keys()], 'refused');
    this.#socket.renewLater();
  }

  /** Ends and renews subscriptions. The venue answers a known token with `NO NEW ASSETS` and without its book. */
  #resubscribe(tokens: readonly string[], reason: BookBreak): void {
    this.#options.onLost(tokens, reason);
    for (const part of inParts(tokens)) {
      this.#send({ assets_ids: this.#withNoTokens(part), operation: 'unsubscribe' });
      this.#subscribe(part);
    }
  }

  #restart(): void {
    this.#renewedAt.clear();
    this.#options.onLost([...this.#tokens.keys()], 'connection');
    this.#socket.restart();
  }

  /** Subscribes all tokens on a new connection: the first frame names the channel, the next ones add to it. */
  #subscribeAll(): void {
    this.#awaited.clear();
    this.#options.onLost([...this.#tokens.keys()], 'connection');
    const [first = [], ...rest] = inParts([...this.#tokens.keys()]);
    for (const token of first) this.#awaited.add(token);
    this.#send({ assets_ids: this.#withNoTokens(first), type: 'market', ...EXTENDED });
    for (const part of rest) this.#subscribe(part);
    this.#checkLater();
  }

  #subscribe(tokens: readonly string[]): void {
    if (!this.#send({ assets_ids: this.#withNoTokens(tokens), operation: 'subscribe', ...EXTENDED })) return;
    for (const token of tokens) this.#awaited.add(token);
    this.#checkLater();
  }

  #read(text: string, receivedAt: EpochMs): void {
    const events = readFrame(text, this.#reader);
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

  /** Checks that the subscribed books have arrived, because the venue does not acknowledge subscriptions. */
  #checkBooks(): void {
    if (!this.#socket.connected) return;
    this.#options.onSettled([...this.#tokens.keys()]);
    const missing = [...this.#awaited];
    if (missing.length === 0) {
      this.#failedChecks = 0;
      return;
    }
    this.#failedChecks++;
    const areMost = missing.length * 2 > this.#tokens.size;
    if (this.#failedChecks === 1) {
      // When most books are missing, the venue has lost the subscription. When a few are, only those are subscribed
      // again.
      if (areMost) this.#restart();
      else this.#resubscribe(missing, 'silence');
      return;
    }
    this.#failedChecks = 0;
    this.remove(missing);
    this.#options.onWithoutBook(missing, areMost);
  }

  /** Creates the reader of frames. Without No tokens it does not look for their frames. */
  #createReader(): FrameOptions {
    const { intake, frames } = this.#options;
    const { onRefused } = frames;
    return this.#hasBothTokens
      ? { intake, ...frames }
      : { intake, ...(onRefused === undefined ? {} : { onRefused }) };
  }

  #withNoTokens(tokens: readonly string[]): readonly string[] {
    return this.#hasBothTokens ? tokens.flatMap((yes) => [yes, this.#tokens.get(yes) ?? yes]) : tokens;
  }

  #send(message: object): boolean {
    return this.#socket.send(JSON.stringify(message));
  }
}

function inParts(tokens: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let i = 0; i < tokens.length; i += MARKETS_PER_FRAME)
    parts.push(tokens.slice(i, i + MARKETS_PER_FRAME));
  return parts;
}
