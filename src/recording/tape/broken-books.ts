import { type AssetUpdate, type BookBreak, HOUR_MS, SECOND_MS, type VenueId } from '../../domain/index.ts';

/** A book that breaks so often within an hour is reported. */
const MAX_BREAKS = 5;
/** A book that stays crossed for so long is reported. */
const MAX_CROSSED_MS = 10 * SECOND_MS;

/** Ends of spans that are no fault of a book. */
const USUAL: ReadonlySet<BookBreak> = new Set(['ended', 'dropped']);

/** Book that a finding is about. */
export interface FoundAsset {
  readonly venue: VenueId;
  readonly asset: string;
}

/** Books that break again and again. */
export class BrokenBooks {
  /** Times of the last breaks of each book, the oldest first. */
  readonly #breaks = new Map<string, { readonly venue: VenueId; readonly times: number[] }>();

  note({ venue, asset }: FoundAsset, reason: BookBreak, nowMs: number): void {
    if (USUAL.has(reason)) return;
    const times: number[] = this.#breaks.get(asset)?.times ?? [];
    times.push(nowMs);
    if (times.length > MAX_BREAKS) times.shift();
    this.#breaks.set(asset, { venue, times });
  }

  list(nowMs: number): FoundAsset[] {
    const found: FoundAsset[] = [];
    for (const [asset, { venue, times }] of this.#breaks) {
      if (nowMs - times.at(-1)! > HOUR_MS) this.#breaks.delete(asset);
      else if (times.length === MAX_BREAKS && nowMs - times[0]! <= HOUR_MS) found.push({ venue, asset });
    }
    return found;
  }
}

/** Books whose best bid is above the best ask. */
export class CrossedBooks {
  readonly #since = new Map<string, { readonly venue: VenueId; readonly ms: number }>();

  note({ asset, bid, ask, receivedAt }: AssetUpdate, venue: VenueId): void {
    if (bid === null || ask === null || bid <= ask) this.#since.delete(asset);
    else if (!this.#since.has(asset)) this.#since.set(asset, { venue, ms: receivedAt });
  }

  /** The book is not known any more. */
  forget(asset: string): void {
    this.#since.delete(asset);
  }

  list(nowMs: number): FoundAsset[] {
    return [...this.#since]
      .filter(([, { ms }]) => nowMs - ms >= MAX_CROSSED_MS)
      .map(([asset, { venue }]) => ({ venue, asset }));
  }
}
