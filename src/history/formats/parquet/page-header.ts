import type { ByteWriter } from 'hyparquet-writer';

/** Numbers of page types and encodings in the Parquet format. */
const DICTIONARY_PAGE = 2;
const DATA_PAGE_V2 = 3;
const ENCODINGS = { PLAIN: 0, RLE_DICTIONARY: 8 } as const;

/** Field types of Thrift's compact protocol. */
const FALSE = 2;
const I32 = 5;
const STRUCT = 12;

export interface DataPageHeader {
  readonly rows: number;
  readonly nulls: number;
  readonly encoding: keyof typeof ENCODINGS;
  readonly levelBytes: number;
  readonly isCompressed: boolean;
  /** Bytes of levels and values together, before and after compression. */
  readonly plainBytes: number;
  readonly storedBytes: number;
}

/** Writes the `PageHeader` of a dictionary page. */
export function writeDictionaryHeader(
  bytes: ByteWriter,
  { count, plainBytes, storedBytes }: { readonly [K in 'count' | 'plainBytes' | 'storedBytes']: number },
): void {
  writeNumbers(bytes, [DICTIONARY_PAGE, plainBytes, storedBytes]);
  // `dictionary_page_header` is field 7, and the field before is 3.
  beginField(bytes, 4, STRUCT);
  writeNumbers(bytes, [count, ENCODINGS.PLAIN]);
  endStructs(bytes);
}

/** Writes the `PageHeader` of a data page of version 2, without repetition levels. */
export function writeDataHeader(bytes: ByteWriter, page: DataPageHeader): void {
  writeNumbers(bytes, [DATA_PAGE_V2, page.plainBytes, page.storedBytes]);
  // `data_page_header_v2` is field 8, and the field before is 3.
  beginField(bytes, 5, STRUCT);
  writeNumbers(bytes, [page.rows, page.nulls, page.rows, ENCODINGS[page.encoding], page.levelBytes, 0]);
  // `is_compressed` is true by default, so only false is written.
  if (!page.isCompressed) beginField(bytes, 1, FALSE);
  endStructs(bytes);
}

/** Writes numbers as the first fields of a struct, in the order of their field ids. */
function writeNumbers(bytes: ByteWriter, values: readonly number[]): void {
  for (const value of values) {
    beginField(bytes, 1, I32);
    bytes.appendZigZag(value);
  }
}

/** Writes the head of a field. @param distance Difference from the field id before. */
function beginField(bytes: ByteWriter, distance: number, type: number): void {
  bytes.appendUint8((distance << 4) | type);
}

/** Ends the inner struct and the `PageHeader`. */
function endStructs(bytes: ByteWriter): void {
  bytes.appendUint8(0);
  bytes.appendUint8(0);
}
