import { BOOK_BREAKS, TRADE_SOURCES } from '../../domain/index.ts';
import { CHANGE_KINDS, type ChangeColumns, type ReadTrade } from '../tape/contract/tape-reader.ts';
import type { TableColumn, TableRows } from './table.ts';

const PRICE_UNIT = 'USD; probability of binary markets';
const SIZE_UNIT = 'contracts, or units of the base asset';

/** Columns of the table of a book's changes. */
export const CHANGE_COLUMNS: readonly TableColumn[] = [
  { name: 't', type: 'time', unit: 'ms UTC', nullWhen: null },
  { name: 'venueT', type: 'time', unit: 'ms UTC', nullWhen: 'the venue states no time' },
  { name: 'kind', type: 'text', unit: null, nullWhen: null },
  { name: 'side', type: 'text', unit: null, nullWhen: 'the book is empty, or a break' },
  { name: 'price', type: 'number', unit: PRICE_UNIT, nullWhen: 'the book is empty, or a break' },
  { name: 'size', type: 'number', unit: SIZE_UNIT, nullWhen: 'the book is empty, or a break' },
  { name: 'reason', type: 'text', unit: null, nullWhen: 'it is no break' },
  { name: 'everyMs', type: 'number', unit: 'ms', nullWhen: 'it is a break' },
];

/** Text of each side of a change, by its code. */
export const CHANGE_SIDES = ['bid', 'ask', null] as const;
/** Text of each reason of a break, by its code; the last code is that of a row without a break. */
const REASONS = [...BOOK_BREAKS, null];

/** Converts changes of a book, from one index up to another, to rows of {@link CHANGE_COLUMNS}. */
export function toChangeRows(columns: ChangeColumns, from: number, to: number): TableRows {
  const { t, venueT, kind, side, price, size, everyMs } = columns;
  const reasons = new Uint8Array(to - from).fill(REASONS.length - 1);
  for (const [row, reason] of columns.reasons) {
    const code = REASONS.indexOf(reason as never);
    if (row >= from && row < to && code >= 0) reasons[row - from] = code;
  }
  return {
    length: to - from,
    columns: [
      t.subarray(from, to),
      venueT.subarray(from, to),
      { codes: kind.subarray(from, to), texts: CHANGE_KINDS },
      { codes: side.subarray(from, to), texts: CHANGE_SIDES },
      price.subarray(from, to),
      size.subarray(from, to),
      { codes: reasons, texts: REASONS },
      everyMs.subarray(from, to),
    ],
  };
}

/** Columns of the table of a market's trades. */
export const TRADE_COLUMNS: readonly TableColumn[] = [
  { name: 't', type: 'time', unit: 'ms UTC', nullWhen: null },
  { name: 'venueT', type: 'time', unit: 'ms UTC', nullWhen: 'the venue states no time' },
  { name: 'price', type: 'number', unit: PRICE_UNIT, nullWhen: null },
  { name: 'size', type: 'number', unit: SIZE_UNIT, nullWhen: null },
  { name: 'side', type: 'text', unit: null, nullWhen: 'the venue does not state it' },
  { name: 'sideSource', type: 'text', unit: null, nullWhen: 'the side is not stated' },
  { name: 'id', type: 'text', unit: null, nullWhen: 'the venue states none' },
  { name: 'settled', type: 'number', unit: '1: it settled; 0: it did not', nullWhen: 'it is not known' },
  { name: 'source', type: 'text', unit: null, nullWhen: null },
  { name: 'isBlock', type: 'number', unit: '1: agreed outside of the book; 0: in it', nullWhen: null },
];

const SIDES = ['buy', 'sell', null] as const;
const SIDE_SOURCES = ['venue', 'venue', null] as const;
const FIRST_ROWS = 4_096;
const FIRST_ID_BYTES = 64 * 1_024;

/** Trades in typed columns outside of the JavaScript heap, since a file may have a million of them. */
export class TradeTable {
  #length = 0;
  #numbers = new Float64Array(FIRST_ROWS * NUMBERS);
  #codes = new Uint8Array(FIRST_ROWS * CODES);
  #ids = Buffer.alloc(FIRST_ID_BYTES);
  /** End of each row's id in `#ids`; a row without an id ends where the row before does. */
  #idEnds = new Uint32Array(FIRST_ROWS);

  get length(): number {
    return this.#length;
  }

  /** Memory of the columns, bytes. */
  get bytes(): number {
    return this.#numbers.byteLength + this.#codes.byteLength + this.#ids.length + this.#idEnds.byteLength;
  }

  /** Content of all columns, from which a hash of the trades is computed. */
  get data(): readonly NodeJS.ArrayBufferView[] {
    const length = this.#length;
    return [
      this.#numbers.subarray(0, length * NUMBERS),
      this.#codes.subarray(0, length * CODES),
      this.#ids.subarray(0, this.#idEnd(length - 1)),
    ];
  }

  add(trades: readonly ReadTrade[]): void {
    for (const trade of trades) this.#add(trade);
  }

  /** Returns the trades from one index up to another as rows of {@link TRADE_COLUMNS}. */
  rows(from: number, to: number): TableRows {
    const length = to - from;
    const number = (column: number) =>
      Float64Array.from({ length }, (_, i) => this.#numbers[(from + i) * NUMBERS + column]!);
    const codes = (column: number) =>
      Uint8Array.from({ length }, (_, i) => this.#codes[(from + i) * CODES + column]!);
    const side = codes(SIDE);
    return {
      length,
      columns: [
        number(0),
        number(1),
        number(2),
        number(3),
        { codes: side, texts: SIDES },
        { codes: side, texts: SIDE_SOURCES },
        Array.from({ length }, (_, i) => this.#readId(from + i)),
        Float64Array.from(codes(SETTLED), (code) => FLAGS[code]!),
        { codes: codes(SOURCE), texts: TRADE_SOURCES },
        Float64Array.from(codes(BLOCK), (code) => FLAGS[code]!),
      ],
    };
  }

  #add({ t, venueTime, price, size, side, id, settled, source, isBlock }: ReadTrade): void {
    const row = this.#length;
    const start = this.#idEnd(row - 1);
    this.#reserve(row + 1, start + 3 * (id?.length ?? 0));
    this.#numbers.set([t, venueTime ?? Number.NaN, price, size], row * NUMBERS);
    this.#codes.set(
      [
        SIDES.indexOf(side),
        settled === null ? UNKNOWN : Number(settled),
        TRADE_SOURCES.indexOf(source),
        Number(isBlock),
        Number(id !== null),
      ],
      row * CODES,
    );
    this.#idEnds[row] = start + (id === null ? 0 : this.#ids.write(id, start));
    this.#length++;
  }

  #reserve(rows: number, idBytes: number): void {
    if (rows > this.#idEnds.length) {
      this.#numbers = grow(this.#numbers, new Float64Array(this.#numbers.length * 2));
      this.#codes = grow(this.#codes, new Uint8Array(this.#codes.length * 2));
      this.#idEnds = grow(this.#idEnds, new Uint32Array(this.#idEnds.length * 2));
    }
    if (idBytes > this.#ids.length) {
      this.#ids = grow(this.#ids, Buffer.alloc(Math.max(idBytes, this.#ids.length * 2)));
    }
  }

  #idEnd(row: number): number {
    return row < 0 ? 0 : this.#idEnds[row]!;
  }

  #readId(row: number): string | null {
    if (this.#codes[row * CODES + ID] === 0) return null;
    return this.#ids.toString('utf8', this.#idEnd(row - 1), this.#idEnd(row));
  }
}

/** Number of numeric values of a row: t, venueT, price, size. */
const NUMBERS = 4;
/** Number of codes of a row. */
const CODES = 5;
const [SIDE, SETTLED, SOURCE, BLOCK, ID] = [0, 1, 2, 3, 4];
/** Value of each code of a flag; the last one is unknown. */
const FLAGS = [0, 1, Number.NaN];
const UNKNOWN = 2;

function grow<Values extends Float64Array | Uint8Array | Uint32Array>(old: Values, larger: Values): Values {
  larger.set(old);
  return larger;
}
