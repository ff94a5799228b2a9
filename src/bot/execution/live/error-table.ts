import { toPlainText } from '../../../domain/index.ts';
import type { RejectReason } from '../reject-reasons.ts';

/** One error of a venue: how it is recognized, and the reason that it means. */
export interface ErrorRow {
  /** HTTP status that the error must have. */
  readonly status?: number;
  /** Pattern that the venue's text or code must match. */
  readonly text?: RegExp;
  readonly reason: RejectReason;
}

/** Table of one venue's errors. An error without a row has the reason `other`, and is counted. */
export class ErrorTable {
  readonly #rows: readonly ErrorRow[];
  #unmapped = 0;
  #lastUnmapped: string | null = null;

  /** Creates a table of errors. @param rows Rows, of which the first that matches decides. */
  constructor(rows: readonly ErrorRow[]) {
    this.#rows = rows;
  }

  toReason(status: number, text: string): RejectReason {
    const row = this.#rows.find(
      (one) => (one.status === undefined || one.status === status) && (one.text?.test(text) ?? true),
    );
    if (row !== undefined) return row.reason;
    this.#unmapped++;
    this.#lastUnmapped = shortenText(`${status} ${text}`);
    return 'other';
  }

  get unmapped(): { readonly count: number; readonly last: string | null } {
    return { count: this.#unmapped, last: this.#lastUnmapped };
  }
}

const MAX_MESSAGE_LENGTH = 300;

/** Shortens a venue's words to one line, since they are stored and shown. */
export function shortenText(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  // The cut may fall within a surrogate pair, which this repairs.
  return toPlainText(line.slice(0, MAX_MESSAGE_LENGTH));
}
