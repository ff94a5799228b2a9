import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { cutPage, encodeCursor, epochMs, findAssetRef, type LinkSpan } from '../../../domain/index.ts';
import { prepareRows, type RowStatement } from '../../../storage/sqlite/row-statement.ts';
import { computeRowCrc } from '../../coding/row-crc.ts';
import { BEFORE_ALL_SPANS, decodeSpanCursor } from '../../contract/cursor.ts';
import type { LinkSpanPage, LinkSpanQuery } from '../../contract/market-register.ts';
import type { FileDamage } from '../damage.ts';

interface SpanRow {
  readonly a: string;
  readonly b: string;
  readonly relation: LinkSpan['relation'];
  readonly confidence: number;
  readonly source: LinkSpan['source'];
  readonly disputed: number;
  /** Reasons as JSON. */
  readonly reasons: string;
  readonly from_ms: number;
  readonly to_ms: number | null;
  readonly crc: number;
}

/** Spans of time in which links were in force, one row per span. */
export class LinkSpanTable {
  readonly #damage: FileDamage;
  readonly #ofAsset: RowStatement<SpanRow>;
  readonly #after: RowStatement<SpanRow>;
  readonly #open: RowStatement<SpanRow>;
  readonly #put: StatementSync;

  constructor(db: DatabaseSync, damage: FileDamage) {
    this.#damage = damage;
    this.#ofAsset = prepareRows(
      db,
      `SELECT * FROM (SELECT * FROM link_span WHERE a = ?1 UNION ALL SELECT * FROM link_span WHERE b = ?1)
       ORDER BY from_ms DESC, a, b LIMIT ?2`,
    );
    this.#after = prepareRows(
      db,
      'SELECT * FROM link_span WHERE (a, b, from_ms) > (?, ?, ?) ORDER BY a, b, from_ms LIMIT ?',
    );
    this.#open = prepareRows(db, 'SELECT * FROM link_span WHERE to_ms IS NULL ORDER BY a, b, from_ms');
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO link_span (a, b, relation, confidence, source, disputed, reasons, from_ms, to_ms, crc)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  findAll(asset: string, limit: number): LinkSpan[] {
    return this.#mergeRows(this.#ofAsset.all(asset, limit)).reverse();
  }

  /** Lists spans page by page. @throws {CursorError} when the cursor is not one of this list. */
  page({ limit, cursor }: LinkSpanQuery): LinkSpanPage {
    const after = cursor === undefined ? BEFORE_ALL_SPANS : decodeSpanCursor(cursor);
    const rows = this.#after.all(...after, limit + 1);
    const { shown, nextCursor } = cutPage(rows, limit, ({ a, b, from_ms }) =>
      encodeCursor('link-span', [a, b, from_ms]),
    );
    return { spans: this.#mergeRows(shown), nextCursor };
  }

  open(): LinkSpan[] {
    return this.#mergeRows(this.#open.all());
  }

  put({ a, b, relation, confidence, source, disputed, reasons, fromMs, toMs }: LinkSpan): void {
    const fields = [
      a,
      b,
      relation,
      confidence,
      source,
      Number(disputed),
      JSON.stringify(reasons),
      fromMs,
      toMs,
    ] as const;
    this.#put.run(...fields, computeRowCrc(fields));
  }

  /** Reads every row, and notes damage. */
  verify(): void {
    let after = BEFORE_ALL_SPANS;
    for (;;) {
      const rows = this.#after.all(...after, 1_000);
      this.#mergeRows(rows);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = [last.a, last.b, last.from_ms];
    }
  }

  /** Converts rows to spans. Damaged rows are noted and left out. */
  #mergeRows(rows: readonly SpanRow[]): LinkSpan[] {
    return rows.flatMap((row) => {
      const { a, b, relation, confidence, source, disputed, reasons, from_ms, to_ms } = row;
      const fields = [a, b, relation, confidence, source, disputed, reasons, from_ms, to_ms];
      if (computeRowCrc(fields) === row.crc) return [toSpan(row)];
      const ref = findAssetRef(a);
      this.#damage.note(`link ${a} ${b} ${from_ms}`, {
        kind: 'row',
        venue: ref?.venue ?? null,
        storeKey: ref?.storeKey ?? '',
        records: 0,
        fromMs: epochMs(from_ms),
        toMs: epochMs(to_ms ?? from_ms),
        reason: `the row of its link with ${b} is damaged`,
      });
      return [];
    });
  }
}

function toSpan(row: SpanRow): LinkSpan {
  const { a, b, relation, confidence, source, disputed, reasons, from_ms, to_ms } = row;
  return {
    a,
    b,
    relation,
    confidence,
    source,
    disputed: disputed === 1,
    reasons: JSON.parse(reasons) as string[],
    fromMs: epochMs(from_ms),
    toMs: to_ms === null ? null : epochMs(to_ms),
  };
}
