import type { BookEvent, EpochMs, TradesHeard, VenueTrade } from '../../../../src/domain/index.ts';
import type { Intake } from '../../../../src/upstream/intake.ts';
import { ReconnectingSocket } from '../../../../src/upstream/socket.ts';
import type { AdapterOptions } from '../../../../src/venues/adapter-options.ts';
import {
  findTapePrice,
  findTapeSize,
  readTapeChanges,
  readTapeSide,
} from '../../../../src/venues/tape-levels.ts';
import { TapedBook, TapeListeners } from '../../../../src/venues/taped-book.ts';
import { findVenueMillis } from '../../../../src/venues/times.ts';
import type { StreamStatus, VenueStream } from '../../../../src/venues/venue-adapter.ts';
import { streamFrame, type TidepoolFrame } from './wire.ts';

export interface TidepoolStreamOptions extends Pick<AdapterOptions, 'clock' | 'random'> {
  readonly wsUrl: string;
  readonly intake: Intake;
}

/** The venue sends ten levels of a side. */
const DEPTH = 10;
const SILENCE_MS = 30_000;

/** Books and trades of every market on one connection, which needs no subscription. Prices come by polls. */
export class TidepoolStream implements VenueStream {
  readonly #intake: Intake;
  readonly #socket: ReconnectingSocket;
  readonly #tape = new TapeListeners();
  readonly #books = new Map<string, TapedBook>();
  readonly #heard = new Set<string>();

  constructor({ wsUrl: url, intake, clock, random }: TidepoolStreamOptions) {
    this.#intake = intake;
    this.#socket = new ReconnectingSocket({
      url,
      clock,
      random,
      silenceMs: SILENCE_MS,
      onOpen: () => undefined,
      onMessage: (text, receivedAt) => this.#read(text, receivedAt),
      // The socket gives up a silent connection without a code.
      onClose: (code) => this.#lose(code === null ? 'silence' : 'connection'),
    });
  }

  start(): void {
    this.#socket.start();
  }

  async stop(): Promise<void> {
    this.#socket.stop();
    for (const book of this.#books.values()) book.forget();
  }

  onUpdate(): () => void {
    return () => undefined;
  }

  onBook(listener: (event: BookEvent) => void): () => void {
    this.#tape.books.add(listener);
    return () => this.#tape.books.delete(listener);
  }

  onTrade(listener: (trade: VenueTrade) => void): () => void {
    this.#tape.trades.add(listener);
    return () => this.#tape.trades.delete(listener);
  }

  onHeard(listener: (heard: TradesHeard) => void): () => void {
    this.#tape.heard.add(listener);
    return () => this.#tape.heard.delete(listener);
  }

  /** Does nothing: the venue sends every book whole on a new connection. */
  repeatBooks(): void {
    this.#socket.restart();
  }

  carries(): boolean {
    return false;
  }

  lastUpdateAt(): EpochMs | null {
    return null;
  }

  restart(): void {
    this.#socket.restart();
  }

  getStatus(): StreamStatus {
    const { connected, reconnects, lastMessageAt } = this.#socket;
    return {
      connections: 1,
      connected: Number(connected),
      subscriptions: this.#books.size,
      reconnects,
      lastMessageAt,
    };
  }

  #lose(reason: 'silence' | 'connection'): void {
    const at = this.#socket.lastMessageAt;
    for (const book of this.#books.values()) book.sendBreak(reason, at);
    for (const asset of this.#heard)
      if (at !== null) this.#tape.sendHeard({ kind: 'end', asset, at, reason });
    this.#heard.clear();
  }

  #read(text: string, receivedAt: EpochMs): void {
    const frame: unknown = JSON.parse(text);
    if (!this.#intake.accepts(streamFrame, frame)) return;
    const asset = `tidepool-${frame.key.toLowerCase()}`;
    const book = this.#books.get(asset) ?? new TapedBook(asset, this.#tape, DEPTH);
    this.#books.set(asset, book);
    const facts = { receivedAt, venueTime: findVenueMillis(frame.t) };
    if (frame.kind === 'trade') {
      this.#readTrade(frame, asset, facts);
    } else if (frame.kind === 'change') {
      const changes = readTapeChanges([frame], 'share');
      if (changes === null) book.sendBreak('refused', null);
      else book.sendChanges(changes, facts);
    } else {
      const bids = readTapeSide(frame.bids.map(toLevel), 'bid', 'share');
      const asks = readTapeSide(frame.asks.map(toLevel), 'ask', 'share');
      if (bids === null || asks === null) book.sendBreak('refused', null);
      else book.sendWhole({ bids, asks }, facts);
      if (this.#heard.has(asset)) return;
      this.#heard.add(asset);
      this.#tape.sendHeard({ kind: 'begin', asset, at: receivedAt });
    }
  }

  #readTrade(
    frame: Extract<TidepoolFrame, { kind: 'trade' }>,
    asset: string,
    times: { readonly receivedAt: EpochMs; readonly venueTime: EpochMs | null },
  ): void {
    const price = findTapePrice(frame.price, 'share');
    const size = findTapeSize(frame.size);
    if (price === null || size === null) return;
    const { side, id } = frame;
    const stated = { price, size, side, sideSource: 'venue' as const, id };
    this.#tape.sendTrade({ asset, ...stated, ...times, source: 'stream', isBlock: false });
  }
}

function toLevel([price, size]: readonly [number, number]) {
  return { price, size };
}
