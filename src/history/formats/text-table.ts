import {
  type ColumnValues,
  eachText,
  isCoded,
  isRuns,
  type TableColumn,
  type TableRows,
  type TableWriter,
} from './table.ts';
import { TextWriter } from './text-writer.ts';

/**
 * Opens a writer of CSV (RFC 4180): a header, CRLF, an empty field for a missing value, and quotes around a text that
 * needs them and around an empty one. Texts are not altered, not even those that a spreadsheet takes for a formula.
 */
export function openCsvWriter(columns: readonly TableColumn[]): TableWriter {
  return new TextTableWriter({
    columns,
    head: `${columns.map(({ name }) => quoteCsv(name)).join(',')}\r\n`,
    before: columns.map((_, i) => (i === 0 ? '' : ',')),
    end: '\r\n',
    quote: quoteCsv,
    absent: '',
  });
}

/** Opens a writer of JSON lines: one object per row with all columns as members, null where the row has no value. */
export function openJsonLinesWriter(columns: readonly TableColumn[]): TableWriter {
  return new TextTableWriter({
    columns,
    head: '',
    before: columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    end: '}\n',
    quote: (text) => JSON.stringify(text),
    absent: 'null',
  });
}

interface TextLayout {
  readonly columns: readonly TableColumn[];
  /** First line of the file; empty when it has none. */
  readonly head: string;
  /** Text before the value of each column. */
  readonly before: readonly string[];
  readonly end: string;
  readonly quote: (text: string) => string;
  readonly absent: string;
}

/** Writes a table as text. Numbers and times (epoch ms) have the digits of `JSON.stringify`. */
class TextTableWriter implements TableWriter {
  readonly #layout: TextLayout;
  readonly #writer = new TextWriter();
  #hasHead = false;

  constructor(layout: TextLayout) {
    this.#layout = layout;
  }

  async encodeRows({ length, columns }: TableRows): Promise<Uint8Array> {
    const { before, end, absent } = this.#layout;
    const writer = this.#writer;
    writer.reset();
    this.#writeHead();
    const values = columns.map((column) => this.#reader(column));
    for (let row = 0; row < length; row++) {
      for (let i = 0; i < values.length; i++) {
        writer.ascii(before[i]!);
        const value = values[i]!(row);
        if (typeof value === 'number') {
          if (Number.isNaN(value)) writer.ascii(absent);
          else writer.number(value);
        } else {
          writer.raw(value);
        }
      }
      writer.ascii(end);
    }
    return writer.toBuffer();
  }

  async end(): Promise<Uint8Array> {
    this.#writer.reset();
    this.#writeHead();
    return this.#writer.toBuffer();
  }

  #writeHead(): void {
    if (!this.#hasHead) this.#writer.raw(Buffer.from(this.#layout.head));
    this.#hasHead = true;
  }

  /** Returns a function from the row to the value of a column: a number, or the bytes of a formatted text. */
  #reader(values: ColumnValues): (row: number) => number | Uint8Array {
    if (values instanceof Float64Array) return (row) => values[row]!;
    const toBytes = (text: string | null) =>
      Buffer.from(text === null ? this.#layout.absent : this.#layout.quote(text));
    if (isCoded(values)) {
      const texts = values.texts.map(toBytes);
      return (row) => texts[values.codes[row]!]!;
    }
    if (isRuns(values)) {
      const texts = values.texts.map(toBytes);
      let run = 0;
      return (row) => {
        while (row >= values.ends[run]!) run++;
        return texts[run]!;
      };
    }
    const texts = eachText(values);
    return () => toBytes(texts.next().value ?? null);
  }
}

const NEEDS_QUOTES = /[",\r\n]|^\s|\s$|^$/;

function quoteCsv(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
