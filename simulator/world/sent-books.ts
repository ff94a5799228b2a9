import { createHash } from 'node:crypto';
import { type Ladder, type Level, type Listing, ladderAt } from './listing.ts';

/** A frame of a book as it was sent to somebody. */
export interface SentFrame {
  /** The venue's time that it stated. */
  readonly venueTime: number;
  /** The moment of the simulated market that it shows. */
  readonly t: number;
  readonly isCrossed: boolean;
}

export interface SentBook extends Ladder {
  /** null: no frame had a time so early. */
  readonly venueTime: number | null;
}

/** Frames of an asset that are remembered: some ten hours. */
const MAX_FRAMES = 20_000;

/** Log of the frames of books that were sent, so that the true book at any past time is known. */
export class SentBooks {
  readonly #frames = new Map<string, { readonly listing: Listing; readonly sent: SentFrame[] }>();
  readonly #keep: ((line: string) => void) | null;

  /** @param keep Gets a line of JSON a frame: asset, the venue's time, hash of the book after it. */
  constructor(keep: ((line: string) => void) | null = null) {
    this.#keep = keep;
  }

  add(asset: string, listing: Listing, frame: SentFrame): void {
    let known = this.#frames.get(asset);
    if (known === undefined) {
      known = { listing, sent: [] };
      this.#frames.set(asset, known);
    }
    // A frame that comes behind a later one changes nothing: the later one stated the whole market.
    const at = known.sent.findLastIndex(({ venueTime }) => venueTime <= frame.venueTime) + 1;
    known.sent.splice(at, 0, frame);
    if (known.sent.length > MAX_FRAMES) known.sent.splice(0, MAX_FRAMES / 2);
    if (this.#keep === null) return;
    const sha256 = hashBook(shownLadder(listing, frame.t, frame.isCrossed));
    this.#keep(JSON.stringify({ asset, venueTime: frame.venueTime, sha256 }));
  }

  /** The book after the last frame whose venue time is not after `t`. */
  find(asset: string, t: number): SentBook {
    const known = this.#frames.get(asset);
    const frame = known?.sent.findLast(({ venueTime }) => venueTime <= t);
    if (known === undefined || frame === undefined) return { venueTime: null, bids: [], asks: [] };
    return { venueTime: frame.venueTime, ...shownLadder(known.listing, frame.t, frame.isCrossed) };
  }
}

/** The book of Yes as the venue shows it; crossed by a bid one tick above the best ask. */
export function shownLadder(listing: Listing, t: number, isCrossed: boolean): Ladder {
  const { bids, asks } = ladderAt(listing, Math.min(t, listing.event.closeAt - 1));
  const [best] = asks;
  const price = best === undefined ? 1 : Number((best.price + listing.tick).toFixed(6));
  if (!isCrossed || price > 1 - listing.tick) return { bids, asks };
  return { bids: [{ price, size: listing.depth }, ...bids], asks };
}

/** Hash over the lines `b price size` of the bids, then `a price size` of the asks, best first, each ended by a line feed. */
export function hashBook({ bids, asks }: Ladder): string {
  const lines = (side: string, levels: readonly Level[]) =>
    levels.map(({ price, size }) => `${side} ${price} ${size}\n`).join('');
  return createHash('sha256')
    .update(lines('b', bids) + lines('a', asks))
    .digest('hex');
}
