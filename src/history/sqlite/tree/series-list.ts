import { type EpochMs, parseAssetId, type VenueId } from '../../../domain/index.ts';
import { NO_ROW, newSeries, type Series } from '../series/series.ts';

/** Series that have a row keep what the catalogue says of them, with their tails; the others are columns. */
const FIRST_ROOM = 1_024;
const NAME_BYTES = 32;

/**
 * Series of one venue in the order of their assets' UTF-8 bytes: a few dozen bytes for each of a million.
 */
export class SeriesList {
  readonly #venue: VenueId;
  #length = 0;
  #ids = new Float64Array(FIRST_ROOM);
  #packs = new Float64Array(FIRST_ROOM);
  #records = new Float64Array(FIRST_ROOM);
  #firstMs = new Float64Array(FIRST_ROOM);
  #lastMs = new Float64Array(FIRST_ROOM);
  #nameEnds = new Uint32Array(FIRST_ROOM + 1);
  #names = Buffer.alloc(FIRST_ROOM * NAME_BYTES);
  readonly #kept = new Map<number, Series>();
  #isSorted = true;
  #order: Uint32Array | null = null;

  constructor(venue: VenueId) {
    this.#venue = venue;
  }

  get length(): number {
    return this.#length;
  }

  /** @param series With its tail. */
  add(series: Series): void {
    const { id, asset, sealed, tail } = series;
    if (this.#length === this.#ids.length) this.#grow();
    const i = this.#length;
    this.#ids[i] = id;
    this.#packs[i] = sealed.pack;
    this.#records[i] = sealed.records;
    this.#firstMs[i] = Math.min(sealed.firstMs, tail.firstMs);
    this.#lastMs[i] = Math.max(sealed.lastMs, tail.lastMs);
    const at = this.#nameEnds[i]!;
    const bytes = Buffer.byteLength(asset);
    if (at + bytes > this.#names.length) {
      const grown = Buffer.alloc((at + bytes) * 2);
      this.#names.copy(grown);
      this.#names = grown;
    }
    this.#names.write(asset, at);
    this.#nameEnds[i + 1] = at + bytes;
    if (sealed.row !== NO_ROW) this.#kept.set(i, series);
    this.#length++;
    if (i > 0 && this.#compare(i - 1, i) > 0) this.#isSorted = false;
  }

  /** Call when all are added. */
  sort(): void {
    if (this.#isSorted) return;
    const order = Uint32Array.from({ length: this.#length }, (_, i) => i);
    this.#order = order.sort((a, b) => this.#compare(a, b));
  }

  firstMs(place: number): number {
    return this.#firstMs[this.#at(place)]!;
  }

  lastMs(place: number): number {
    return this.#lastMs[this.#at(place)]!;
  }

  /** Sealed records. */
  records(place: number): number {
    return this.#records[this.#at(place)]!;
  }

  id(place: number): number {
    return this.#ids[this.#at(place)]!;
  }

  /** The pack of its only piece; 0: its pieces have rows of their own, or it has none. */
  pack(place: number): number {
    return this.#packs[this.#at(place)]!;
  }

  asset(place: number): string {
    const i = this.#at(place);
    return this.#names.toString('utf8', this.#nameEnds[i]!, this.#nameEnds[i + 1]!);
  }

  /** Whether it may have records that are not sealed. */
  mayHaveTail(place: number): boolean {
    return this.#kept.has(this.#at(place));
  }

  series(place: number): Series {
    const i = this.#at(place);
    const kept = this.#kept.get(i);
    if (kept !== undefined) return kept;
    const asset = this.asset(place);
    return newSeries(this.#ids[i]!, this.#venue, parseAssetId(asset)?.storeKey ?? asset, asset, {
      records: this.#records[i]!,
      bytes: 0,
      firstMs: this.#firstMs[i]! as EpochMs,
      lastMs: this.#lastMs[i]! as EpochMs,
      row: NO_ROW,
      pack: this.#packs[i]!,
    });
  }

  /** The first place whose asset comes behind the given one. */
  placeBehind(asset: string): number {
    const wanted = Buffer.from(asset);
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#name(this.#at(middle)), wanted) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #at(place: number): number {
    return this.#order === null ? place : this.#order[place]!;
  }

  #name(i: number): Buffer {
    return this.#names.subarray(this.#nameEnds[i]!, this.#nameEnds[i + 1]!);
  }

  #compare(a: number, b: number): number {
    const ends = this.#nameEnds;
    return this.#names.compare(this.#names, ends[b]!, ends[b + 1]!, ends[a]!, ends[a + 1]!);
  }

  #grow(): void {
    const capacity = this.#ids.length * 2;
    const grown = (column: Float64Array) => {
      const larger = new Float64Array(capacity);
      larger.set(column);
      return larger;
    };
    this.#ids = grown(this.#ids);
    this.#packs = grown(this.#packs);
    this.#records = grown(this.#records);
    this.#firstMs = grown(this.#firstMs);
    this.#lastMs = grown(this.#lastMs);
    const ends = new Uint32Array(capacity + 1);
    ends.set(this.#nameEnds);
    this.#nameEnds = ends;
  }
}
