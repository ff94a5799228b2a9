import type { ByteWriter } from 'hyparquet-writer';

/** Numbers of page kinds and encodings in the Parquet format. */
const DICTIONARY_PAGE = 2;
const DATA_PAGE_V2 = 3;
const ENCODINGS = { PLAIN: 0, RLE_DICTIONARY: 8 } as const;

/** Types of fields in the compact protocol of Thrift. */
const FALSE = 2;
const I32 = 5;
const STRUCT = 12;

export interface DataPageHeader {
  readonly rows: number;
  readonly nulls: number;
  readonly encoding: keyof typeof ENCODINGS;
  readonly levelBytes: number;
  readonly isCompressed: boolean;
  /** Bytes of levels and values, before and after compression. */
  readonly plainBytes: number;
  readonly storedBytes: number;
}

/** Writes the `PageHeader` of a dictionary. */
export function writeDictionaryHeader(
  bytes: ByteWriter,
  { count, plainBytes, storedBytes }: { readonly [K in 'count' | 'plainBytes' | 'storedBytes']: number },
): void {
  writeNumbers(bytes, [DICTIONARY_PAGE, plainBytes, storedBytes]);
  // Field 7, four behind the third.
  beginField(bytes, 4, STRUCT);
  writeNumbers(bytes, [count, ENCODINGS.PLAIN]);
  endStructs(bytes);
}

/** Writes the `PageHeader` of a data page of version 2, without repetition. */
export function writeDataHeader(bytes: ByteWriter, page: DataPageHeader): void {
  writeNumbers(bytes, [DATA_PAGE_V2, page.plainBytes, page.storedBytes]);
  // Field 8, five behind the third.
  beginField(bytes, 5, STRUCT);
  writeNumbers(bytes, [page.rows, page.nulls, page.rows, ENCODINGS[page.encoding], page.levelBytes, 0]);
  // Compressed is what a page is unless it says otherwise.
  if (!page.isCompressed) beginField(bytes, 1, FALSE);
  endStructs(bytes);
}

/** Fields of a struct from the first on, one behind the other. */
function writeNumbers(bytes: ByteWriter, values: readonly number[]): void {
  for (const value of values) {
    beginField(bytes, 1, I32);
    bytes.appendZigZag(value);
  }
}

/** @param distance From the number of the field before. */
function beginField(bytes: ByteWriter, distance: number, type: number): void {
  bytes.appendUint8((distance << 4) | type);
}

/** Ends the inner struct and the header. */
function endStructs(bytes: ByteWriter): void {
  bytes.appendUint8(0);
  bytes.appendUint8(0);
}
