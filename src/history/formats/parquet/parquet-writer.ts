import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { ColumnChunk, ColumnIndex, CompressionCodec, OffsetIndex, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import {
  type ColumnValues,
  type Compression,
  isRuns,
  type TableColumn,
  type TableRows,
  type TableWriter,
} from '../table.ts';
import { type Bounds, type ColumnPages, type Page, toPages } from './column-pages.ts';
import { writeDataHeader, writeDictionaryHeader } from './page-header.ts';

const CODECS: Readonly<Record<Compression, CompressionCodec>> = {
  zstd: 'ZSTD',
  gzip: 'GZIP',
  none: 'UNCOMPRESSED',
};

const COMPRESSORS: Readonly<Record<Compression, (data: Uint8Array) => Uint8Array>> = {
  zstd: (data) => zstdCompressSync(data),
  gzip: (data) => gzipSync(data),
  none: (data) => data,
};

/**
 * Writes a Parquet file from typed arrays, one row group per call of `encodeRows`. Pages are encoded here, since the
 * package makes an object of each value first, which takes six times as long. The package writes indexes and footer.
 *
 * Texts in statistics are not truncated, and text runs and times have column and offset indexes: the ids of assets
 * begin alike, and a reader of one asset can skip all pages but its own.
 */
export class ParquetTableWriter implements TableWriter {
  readonly #columns: readonly TableColumn[];
  readonly #compression: Compression;
  readonly #bytes = new ByteWriter();
  readonly #file: ParquetWriter;

  constructor(columns: readonly TableColumn[], compression: Compression) {
    this.#columns = columns;
    this.#compression = compression;
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: [{ name: 'root', num_children: columns.length }, ...columns.map(toSchemaElement)],
      codec: CODECS[compression],
      statisticsTruncateLength: Number.POSITIVE_INFINITY,
      createdBy: 'crosstape',
    });
  }

  async encodeRows({ length, columns }: TableRows): Promise<Uint8Array> {
    if (length > 0) this.#writeGroup(length, columns);
    return this.#drain();
  }

  async end(): Promise<Uint8Array> {
    await this.#file.finish();
    return this.#drain();
  }

  #writeGroup(length: number, values: readonly ColumnValues[]): void {
    const startedAt = this.#bytes.offset;
    const columns = this.#columns.map((column, i) => this.#writeColumn(column, values[i]!, length));
    const total = columns.reduce(
      (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
      0n,
    );
    this.#file.num_rows += BigInt(length);
    this.#file.row_groups.push({
      columns,
      total_byte_size: total,
      num_rows: BigInt(length),
      total_compressed_size: BigInt(this.#bytes.offset - startedAt),
    });
  }

  #writeColumn(column: TableColumn, values: ColumnValues, length: number): ColumnChunk {
    const { dictionary, pages } = toPages(values, column, length);
    const startedAt = this.#bytes.offset;
    let uncompressed = dictionary === null ? 0 : this.#writeDictionary(dictionary);
    const pagesAt = this.#bytes.offset;
    const index = new PageIndex();
    const encoding = dictionary === null ? 'PLAIN' : 'RLE_DICTIONARY';
    for (const page of pages) {
      const at = this.#bytes.offset;
      uncompressed += this.#writePage(page, encoding);
      index.add(page, at, this.#bytes.offset - at);
    }
    const element = toSchemaElement(column);
    const chunk: ColumnChunk = {
      file_offset: BigInt(startedAt),
      meta_data: {
        type: element.type!,
        encodings: dictionary === null ? ['PLAIN'] : ['PLAIN', 'RLE_DICTIONARY'],
        path_in_schema: [column.name],
        codec: CODECS[this.#compression],
        num_values: BigInt(length),
        total_compressed_size: BigInt(this.#bytes.offset - startedAt),
        total_uncompressed_size: BigInt(uncompressed),
        data_page_offset: BigInt(pagesAt),
        ...(dictionary === null ? {} : { dictionary_page_offset: BigInt(startedAt) }),
        statistics: index.statistics(element),
        encoding_stats: encodingStats(index.pages, encoding),
      },
    };
    const hasBounds = isRuns(values) || (column.type === 'time' && column.nullWhen === null);
    this.#file.pendingIndexes.push({
      chunk,
      offsetIndex: index.offsets,
      ...(hasBounds ? { columnIndex: index.columnIndex } : {}),
    });
    return chunk;
  }

  /** Writes a dictionary page. @returns Its size without compression, bytes. */
  #writeDictionary({ data, count }: NonNullable<ColumnPages['dictionary']>): number {
    const compressed = COMPRESSORS[this.#compression](data);
    const at = this.#bytes.offset;
    writeDictionaryHeader(this.#bytes, { count, plainBytes: data.length, storedBytes: compressed.length });
    const headBytes = this.#bytes.offset - at;
    this.#bytes.appendBytes(compressed);
    return headBytes + data.length;
  }

  /** Writes a data page. @returns Its size without compression, bytes. */
  #writePage({ rows, nulls, levels, data }: Page, encoding: 'PLAIN' | 'RLE_DICTIONARY'): number {
    // A page of rows without values has no data to compress.
    const isCompressed = data.length > 0 && this.#compression !== 'none';
    const stored = isCompressed ? COMPRESSORS[this.#compression](data) : data;
    const at = this.#bytes.offset;
    writeDataHeader(this.#bytes, {
      rows,
      nulls,
      encoding,
      isCompressed,
      levelBytes: levels.length,
      plainBytes: levels.length + data.length,
      storedBytes: levels.length + stored.length,
    });
    const headBytes = this.#bytes.offset - at;
    this.#bytes.appendBytes(levels);
    this.#bytes.appendBytes(stored);
    return headBytes + levels.length + data.length;
  }

  /** Removes and returns the written bytes; the writer goes on counting its offset in the file. */
  #drain(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}

type ChunkFacts = NonNullable<ColumnChunk['meta_data']>;
type EncodingStats = NonNullable<ChunkFacts['encoding_stats']>;

/** Column and offset index of the pages of a column: position, and smallest and largest value, of each. */
class PageIndex {
  readonly offsets: OffsetIndex = { page_locations: [] };
  readonly #bounds: Bounds[] = [];
  readonly #nulls: number[] = [];
  #rows = 0;

  get pages(): number {
    return this.#bounds.length;
  }

  add({ rows, nulls, bounds }: Page, offset: number, bytes: number): void {
    this.offsets.page_locations.push({
      offset: BigInt(offset),
      compressed_page_size: bytes,
      first_row_index: BigInt(this.#rows),
    });
    this.#rows += rows;
    this.#nulls.push(nulls);
    this.#bounds.push(bounds);
  }

  get columnIndex(): ColumnIndex {
    return {
      null_pages: this.#bounds.map(({ min }) => min === null),
      min_values: this.#bounds.map(({ min }) => min ?? new Uint8Array(0)),
      max_values: this.#bounds.map(({ max }) => max ?? new Uint8Array(0)),
      boundary_order: 'UNORDERED',
      null_counts: this.#nulls.map(BigInt),
    };
  }

  statistics(element: SchemaElement): NonNullable<ChunkFacts['statistics']> {
    let [min, max]: [Uint8Array | null, Uint8Array | null] = [null, null];
    for (const bounds of this.#bounds) {
      if (bounds.min !== null && (min === null || compareBytes(element, bounds.min, min) < 0))
        min = bounds.min;
      if (bounds.max !== null && (max === null || compareBytes(element, bounds.max, max) > 0))
        max = bounds.max;
    }
    return {
      null_count: BigInt(this.#nulls.reduce((sum, count) => sum + count, 0)),
      ...(min === null ? {} : { min_value: toStatistic(element, min) }),
      ...(max === null ? {} : { max_value: toStatistic(element, max) }),
    };
  }
}

function compareBytes(element: SchemaElement, a: Uint8Array, b: Uint8Array): number {
  if (element.type === 'BYTE_ARRAY') return Buffer.compare(a, b);
  return Number(toStatistic(element, a)) - Number(toStatistic(element, b));
}

/** Converts an encoded bound to the value that the package expects. */
function toStatistic({ type }: SchemaElement, bytes: Uint8Array): Uint8Array | bigint | number {
  if (type === 'BYTE_ARRAY') return bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return type === 'INT64' ? view.getBigInt64(0, true) : view.getFloat64(0, true);
}

function encodingStats(pages: number, encoding: 'PLAIN' | 'RLE_DICTIONARY'): EncodingStats {
  const data: EncodingStats[number] = { page_type: 'DATA_PAGE_V2', encoding, count: pages };
  if (encoding === 'PLAIN') return [data];
  return [{ page_type: 'DICTIONARY_PAGE', encoding: 'PLAIN', count: 1 }, data];
}

function toSchemaElement({ name, type, nullWhen }: TableColumn): SchemaElement {
  const column = { name, repetition_type: nullWhen === null ? 'REQUIRED' : 'OPTIONAL' } as const;
  if (type === 'text')
    return { ...column, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } };
  if (type === 'number') return { ...column, type: 'DOUBLE' };
  return {
    ...column,
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  };
}
