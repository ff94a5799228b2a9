/** Formats in which a table can be written. */
export const FILE_FORMATS = ['parquet', 'arrow', 'csv', 'jsonl'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Type of a column; `time` is in ms since the Unix epoch, UTC. */
export type ColumnType = 'text' | 'time' | 'number';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Unit of a number; null for a text, or a number without a unit. */
  readonly unit: string | null;
  /** Case in which a row has no value; null when every row has one. */
  readonly nullWhen: string | null;
}

/** A text column with few distinct texts: each row has a code, the index of its text. */
export interface CodedTexts {
  readonly codes: Uint8Array;
  readonly texts: readonly (string | null)[];
}

/** A text column as runs of equal texts. */
export interface TextRuns {
  readonly texts: readonly string[];
  /** End of each run, exclusive; the last one is the number of rows. */
  readonly ends: readonly number[];
}

/** Values of one column. NaN, or null for texts, is a row without a value. */
export type ColumnValues = Float64Array | readonly (string | null)[] | CodedTexts | TextRuns;

/** Consecutive rows of a table. */
export interface TableRows {
  readonly length: number;
  /** Values in the order of the table's columns. */
  readonly columns: readonly ColumnValues[];
}

/** Writer of one file of a table. */
export interface TableWriter {
  /**
   * Encodes rows as the bytes that they add to the file: a row group, a record batch, or lines. The caller may reuse
   * the rows afterwards.
   */
  encodeRows(rows: TableRows): Promise<Uint8Array>;
  /** Returns the bytes at the end of the file. Must be called once. */
  end(): Promise<Uint8Array>;
}

/** Compression of a file: of each page for Parquet, of the whole file otherwise. */
export const COMPRESSIONS = ['zstd', 'gzip', 'none'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** Whether a column of text is stored as runs of equal values. */
export function isRuns(values: ColumnValues): values is TextRuns {
  return 'ends' in values;
}

/** Whether a column of text is stored as codes into a dictionary. */
export function isCoded(values: ColumnValues): values is CodedTexts {
  return 'codes' in values;
}

/** Yields the text of each row of a column. */
export function* eachText(values: Exclude<ColumnValues, Float64Array>): Generator<string | null> {
  if (isRuns(values)) {
    let row = 0;
    for (let run = 0; run < values.ends.length; run++) {
      for (; row < values.ends[run]!; row++) yield values.texts[run]!;
    }
  } else if (isCoded(values)) {
    for (const code of values.codes) yield values.texts[code] ?? null;
  } else {
    yield* values;
  }
}
