import { type CsvLayout, isWellQuoted, parseCsvHeader, parseCsvRow } from '../formats/csv.ts';
import { type Bytes, MAX_LINE_CHARS, readLines } from '../formats/lines.ts';

interface NumberedRow {
  /** Line number, counted from 1. */
  readonly line: number;
  readonly row: ReturnType<typeof parseCsvRow>;
}

/**
 * Reads the rows after the header, in one array per chunk of the file: a promise for each row would cost more than the
 * row.
 *
 * @throws {CsvHeaderError} when the first line does not name the columns.
 */
export async function* readRows(source: Bytes): AsyncGenerator<readonly NumberedRow[]> {
  let records: CsvRecords | null = null;
  for await (const texts of readLines(source)) {
    const rows: NumberedRow[] = [];
    for (const text of texts) {
      if (records === null) records = new CsvRecords(parseCsvHeader(text ?? ''));
      else records.add(text, rows);
    }
    yield rows;
  }
  if (records === null) parseCsvHeader('');
  const rest: NumberedRow[] = [];
  records?.end(rest);
  yield rest;
}

/** Joins the lines of a file to CSV records: a quoted text may contain line breaks. */
class CsvRecords {
  readonly #layout: CsvLayout;
  /** Lines of the record that has not ended yet. */
  #begun: string[] = [];
  #chars = 0;
  /** Whether a quote is open. */
  #isOpen = false;
  #line = 1;

  constructor(layout: CsvLayout) {
    this.#layout = layout;
  }

  /** Adds a line, and pushes the rows that end with it. @param text Null when the line is too long. */
  add(text: string | null, rows: NumberedRow[]): void {
    if (text === null) this.end(rows);
    this.#line++;
    if (text === null) rows.push({ line: this.#line, row: `longer than ${MAX_LINE_CHARS} characters` });
    else if (text !== '' || this.#begun.length > 0) this.#addLine(text, rows);
  }

  /** Pushes the rows of a record that has not ended, when no further line belongs to it. */
  end(rows: NumberedRow[]): void {
    while (this.#begun.length > 0) this.#giveUp(rows);
  }

  /**
   * Gives up a quote that is never closed: the line that opens it becomes a row of its own, and the following lines are
   * parsed again.
   */
  #giveUp(rows: NumberedRow[]): void {
    const [first = '', ...others] = this.#begun;
    this.#forget();
    this.#line -= others.length;
    rows.push({ line: this.#line, row: parseCsvRow(first, this.#layout) });
    for (const text of others) this.add(text, rows);
  }

  #addLine(text: string, rows: NumberedRow[]): void {
    this.#begun.push(text);
    this.#chars += text.length;
    if (hasOddQuotes(text)) this.#isOpen = !this.#isOpen;
    // Line breaks are allowed only in columns that are not imported.
    if (this.#isOpen && this.#layout.hasOthers) {
      if (this.#chars > MAX_LINE_CHARS) this.#giveUp(rows);
      return;
    }
    const record = this.#begun.join('\n');
    if (this.#begun.length > 1 && !isWellQuoted(record)) {
      this.#giveUp(rows);
      return;
    }
    const line = this.#line - this.#begun.length + 1;
    this.#forget();
    rows.push({ line, row: parseCsvRow(record, this.#layout) });
  }

  #forget(): void {
    this.#begun = [];
    this.#chars = 0;
    this.#isOpen = false;
  }
}

function hasOddQuotes(text: string): boolean {
  let quotes = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) quotes++;
  return quotes % 2 === 1;
}
