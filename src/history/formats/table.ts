/** The formats that a table can be written in. */
export const FILE_FORMATS = ['parquet', 'arrow', 'csv', 'jsonl'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** `time`: milliseconds since the Unix epoch, UTC. */
export type ColumnType = 'text' | 'time' | 'number';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Unit of the numbers; null: a text, or a number without a unit. */
  readonly unit: string | null;
  /** Case in which a row has no value; null: each row has one. */
  readonly nullWhen: string | null;
}

/** A text column of few texts: each row has the number of its text. */
export interface CodedTexts {
  readonly codes: Uint8Array;
  readonly texts: readonly (string | null)[];
}

/** A text column in runs of equal texts. */
export interface TextRuns {
  readonly texts: readonly string[];
  /** The row behind the last one of each run; the last is the number of rows. */
  readonly ends: readonly number[];
}

/** Values of one column. NaN and null: the row has none. */
export type ColumnValues = Float64Array | readonly (string | null)[] | CodedTexts | TextRuns;

/** Consecutive rows of a table. */
export interface TableRows {
  readonly length: number;
  /** Values in the order of the table's columns. */
  readonly columns: readonly ColumnValues[];
}

/** Writes one file of a table. */
export interface TableWriter {
  /** The bytes that these rows add: a row group, a record batch, or lines. The rows may be reused afterwards. */
  encodeRows(rows: TableRows): Promise<Uint8Array>;
  /** The bytes at the end of the file. Call once. */
  end(): Promise<Uint8Array>;
}

/** How a file is compressed: within its pages for Parquet, as a whole otherwise. */
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

/** The texts of a column, row by row. */
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
