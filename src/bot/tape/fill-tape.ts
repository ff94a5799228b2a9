import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EpochMs, SECOND_MS, toUsd, type VenueId } from '../../domain/index.ts';
import type { ExecutionMode, FillBasis } from '../orders/order.ts';
import type { OrderStore, TapeFill } from '../orders/order-store.ts';

/** A public fill. */
export interface ShownFill {
  readonly t: EpochMs;
  /** Public name of the bot, always the same. */
  readonly handle: string;
  readonly venue: VenueId;
  readonly venueAsset: string;
  readonly side: 'buy' | 'sell';
  readonly filledUsd: number;
  readonly avgPrice: number;
  /** Basis of the price; `corrected`: the fill replaces an earlier one with a provisional price. */
  readonly basis: FillBasis;
}

/** Consecutive fills of the tape, oldest first. */
export interface TapePart {
  /** Position after which the part begins. */
  readonly afterSeq: number;
  /** Position of the last fill of the part; `afterSeq` for an empty part. */
  readonly seq: number;
  readonly fills: readonly (ShownFill & { readonly seq: number })[];
}

export interface FillTapeOptions {
  readonly orders: Pick<OrderStore, 'readTape'>;
  /** Mode whose fills are shown; those of the other mode are not. */
  readonly mode: ExecutionMode;
  readonly makeHandle: (botId: string) => string;
  /** Receives errors of a read of new fills, which is then repeated. */
  readonly onError: (error: unknown) => void;
}

type Listener = (part: TapePart) => void;

/** Number of newest fills with which a new reader starts. */
const SNAPSHOT_FILLS = 50;
/** Maximum number of missed fills that a reader gets. Beyond it the reader starts anew with the newest fills. */
const MAX_RESUMED_FILLS = 1_000;
const MAX_PART_FILLS = 500;
/** Time after a fill for which further fills are collected before all are read. */
const GATHER_MS = 200;
const RETRY_MS = SECOND_MS;

/**
 * The tape: the fills of all bots in the order of their commits. Each bot appears under its handle, which does not
 * reveal its owner. Fills are read from the store, so a position on the tape stays valid after a restart.
 */
export class FillTape {
  readonly #options: FillTapeOptions;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | null = null;
  #isReading = false;
  /** Position up to which all listeners have received the fills; meaningless without listeners. */
  #seq = 0;
  #isClosed = false;

  constructor(options: FillTapeOptions) {
    this.#options = options;
  }

  /** Reads new fills for the listeners. Called after fills were committed; costs nothing without listeners. */
  wake(): void {
    this.#readIn(GATHER_MS);
  }

  /** Reads the newest fills, and whether there are earlier ones. */
  async readNewest(): Promise<TapePart & { readonly truncated: boolean }> {
    const { orders, mode } = this.#options;
    const fills = await orders.readTape(mode, { limit: SNAPSHOT_FILLS + 1 });
    return { ...this.#buildPart(0, fills.slice(-SNAPSHOT_FILLS)), truncated: fills.length > SNAPSHOT_FILLS };
  }

  /** Finds the fills after a position; null when the position is not of this tape, or too far back. */
  async findSince(id: string): Promise<TapePart | null> {
    const { orders, mode } = this.#options;
    const [, namedMode, digits] = /^(mock|live)-(\d{1,15})$/.exec(id) ?? [];
    if (namedMode !== mode) return null;
    const afterSeq = Number(digits);
    const { seq } = await this.readNewest();
    if (afterSeq > seq) return null;
    const fills = await orders.readTape(mode, { afterSeq, limit: MAX_RESUMED_FILLS + 1 });
    return fills.length > MAX_RESUMED_FILLS ? null : this.#buildPart(afterSeq, fills);
  }

  /** Builds the id of a position. It contains the mode, since each mode has its own tape. */
  toId(seq: number): string {
    return `${this.#options.mode}-${seq}`;
  }

  /**
   * Adds a listener.
   *
   * @param listener Receives every part that is committed from now on. A part may repeat fills up to `fromSeq`.
   * @param fromSeq Position that the listener has reached.
   * @returns Function that removes the listener.
   */
  listen(listener: Listener, fromSeq: number): () => void {
    if (this.#listeners.size === 0) this.#seq = fromSeq;
    this.#listeners.add(listener);
    // This read finds fills that were committed after that position was read.
    this.wake();
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #readIn(ms: number): void {
    if (this.#isClosed || this.#listeners.size === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // A read may take longer than the pause between reads, and two reads at once would send the same fills.
      if (this.#isReading) this.#readIn(GATHER_MS);
      else void this.#readAlone();
    }, ms).unref();
  }

  async #readAlone(): Promise<void> {
    this.#isReading = true;
    try {
      await this.#read();
    } catch (error) {
      this.#options.onError(error);
      this.#readIn(RETRY_MS);
    } finally {
      this.#isReading = false;
    }
  }

  async #read(): Promise<void> {
    const { orders, mode } = this.#options;
    while (!this.#isClosed && this.#listeners.size > 0) {
      const fills = await orders.readTape(mode, { afterSeq: this.#seq, limit: MAX_PART_FILLS });
      if (fills.length === 0) return;
      const part = this.#buildPart(this.#seq, fills);
      this.#seq = part.seq;
      for (const listener of this.#listeners) listener(part);
      if (fills.length < MAX_PART_FILLS) return;
      await nextTurn();
    }
  }

  #buildPart(afterSeq: number, fills: readonly TapeFill[]): TapePart {
    const { makeHandle } = this.#options;
    return {
      afterSeq,
      seq: fills.at(-1)?.seq ?? afterSeq,
      fills: fills.map(({ seq, t, botId, venue, venueAsset, side, tradedMicroUsd, price, basis }) => ({
        seq,
        t,
        handle: makeHandle(botId),
        venue,
        venueAsset,
        side,
        filledUsd: toUsd(tradedMicroUsd),
        avgPrice: Number(price),
        basis,
      })),
    };
  }
}
