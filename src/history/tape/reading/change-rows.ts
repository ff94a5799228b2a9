import type { BookRun } from '../coding/book-run.ts';
import { countUnits } from '../coding/units.ts';
import {
  CHANGE_KINDS,
  type ChangeColumns,
  type ChangePage,
  type SideView,
  type TapePosition,
} from '../contract/tape-reader.ts';

const FIRST_ROOM = 1_024;
const NO_SIDE = 2;
const WHOLE = CHANGE_KINDS.indexOf('whole');
const CHANGE = CHANGE_KINDS.indexOf('change');
const BREAK = CHANGE_KINDS.indexOf('break');

/** A frame: changes `start` to before `end` of a run. */
interface RunFrame {
  readonly run: BookRun;
  readonly start: number;
  readonly end: number;
  readonly t: number;
  /** The venue's time; null where it stated none. */
  readonly venueMs: number | null;
}

/** Rows of a page of changes. A frame, a whole book or a break is a group, and a page never ends within one. */
export class ChangeRows {
  readonly #limit: number;
  /** Position behind the earlier page: the groups of its time before it are skipped. */
  readonly #after: TapePosition | null;
  #length = 0;
  #t = new Float64Array(FIRST_ROOM);
  #venueT = new Float64Array(FIRST_ROOM);
  #kind = new Uint8Array(FIRST_ROOM);
  #side = new Uint8Array(FIRST_ROOM);
  #price = new Float64Array(FIRST_ROOM);
  #size = new Float64Array(FIRST_ROOM);
  #everyMs = new Float64Array(FIRST_ROOM);
  readonly #reasons = new Map<number, string>();
  /** Time of the newest group; `#rank` is the number of groups of that time. */
  #groupMs = Number.NEGATIVE_INFINITY;
  #rank = 0;
  #next: TapePosition | null = null;

  constructor(limit: number, after: TapePosition | null) {
    this.#limit = limit;
    this.#after = after;
  }

  /** Adds a whole book. @returns False when the page is full. */
  addWhole(
    book: { bids: SideView; asks: SideView },
    at: { t: number; venueT: number | null; everyMs: number },
  ): boolean {
    const wanted = this.#beginGroup(at.t);
    if (wanted !== 'take') return wanted === 'skip';
    for (const [side, levels] of [book.bids, book.asks].entries()) {
      for (let rank = 0; rank < levels.length; rank++)
        this.#add(WHOLE, { ...at, side, price: levels.price(rank), size: levels.size(rank) });
    }
    if (book.bids.length + book.asks.length === 0)
      this.#add(WHOLE, { ...at, side: NO_SIDE, price: Number.NaN, size: Number.NaN });
    return true;
  }

  /** Adds a frame. @returns False when the page is full. */
  addFrame({ run, start, end, t, venueMs }: RunFrame, everyMs: number): boolean {
    const wanted = this.#beginGroup(t);
    if (wanted !== 'take') return wanted === 'skip';
    while (this.#length + end - start > this.#t.length) this.#grow();
    const priceUnit = countUnits(run.priceDecimals);
    const sizeUnit = countUnits(run.sizeDecimals);
    let row = this.#length;
    for (let i = start; i < end; i++, row++) {
      this.#t[row] = t;
      this.#venueT[row] = venueMs ?? Number.NaN;
      this.#kind[row] = CHANGE;
      this.#side[row] = run.sides[i]!;
      this.#price[row] = run.prices[i]! / priceUnit;
      this.#size[row] = run.sizes[i]! / sizeUnit;
      this.#everyMs[row] = everyMs;
    }
    this.#length = row;
    return true;
  }

  /** Adds a break. @returns False when the page is full. */
  addBreak(t: number, reason: string): boolean {
    const wanted = this.#beginGroup(t);
    if (wanted !== 'take') return wanted === 'skip';
    this.#reasons.set(this.#length, reason);
    const nothing = { side: NO_SIDE, price: Number.NaN, size: Number.NaN, everyMs: Number.NaN };
    this.#add(BREAK, { t, venueT: null, ...nothing });
    return true;
  }

  toPage(): ChangePage {
    const length = this.#length;
    const columns: ChangeColumns = {
      length,
      t: this.#t.subarray(0, length),
      venueT: this.#venueT.subarray(0, length),
      kind: this.#kind.subarray(0, length),
      side: this.#side.subarray(0, length),
      price: this.#price.subarray(0, length),
      size: this.#size.subarray(0, length),
      everyMs: this.#everyMs.subarray(0, length),
      reasons: this.#reasons,
    };
    return { columns, next: this.#next };
  }

  #beginGroup(t: number): 'take' | 'skip' | 'full' {
    if (this.#length >= this.#limit) {
      this.#next ??= { t: this.#groupMs, rank: this.#rank };
      return 'full';
    }
    if (t === this.#groupMs) this.#rank++;
    else [this.#groupMs, this.#rank] = [t, 1];
    const after = this.#after;
    return after !== null && (t < after.t || (t === after.t && this.#rank <= after.rank)) ? 'skip' : 'take';
  }

  #add(
    kind: number,
    row: { t: number; venueT: number | null; side: number; price: number; size: number; everyMs: number },
  ): void {
    if (this.#length === this.#t.length) this.#grow();
    const at = this.#length++;
    this.#t[at] = row.t;
    this.#venueT[at] = row.venueT ?? Number.NaN;
    this.#kind[at] = kind;
    this.#side[at] = row.side;
    this.#price[at] = row.price;
    this.#size[at] = row.size;
    this.#everyMs[at] = row.everyMs;
  }

  #grow(): void {
    this.#t = grow(this.#t);
    this.#venueT = grow(this.#venueT);
    this.#kind = grow(this.#kind);
    this.#side = grow(this.#side);
    this.#price = grow(this.#price);
    this.#size = grow(this.#size);
    this.#everyMs = grow(this.#everyMs);
  }
}

/** Copies a column into one of twice its length. */
function grow<T extends Float64Array | Uint8Array>(column: T): T {
  const larger = new (column.constructor as new (length: number) => T)(2 * column.length);
  larger.set(column);
  return larger;
}
