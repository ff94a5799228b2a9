import { cutPage, encodeCursor, epochMs, type LinkSpan } from '../../../domain/index.ts';
import type { SqlRow } from '../../../storage/statements.ts';
import { BEFORE_ALL_SPANS, decodeSpanCursor } from '../../contract/cursor.ts';
import type { LinkSpanPage, LinkSpanQuery } from '../../contract/market-register.ts';
import type { Ask } from './history-pool.ts';

/** Spans of links between markets in PostgreSQL. */
export class LinkSpanRows {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async find(asset: string, limit: number): Promise<LinkSpan[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.link_span WHERE a = $1 OR b = $1 ORDER BY from_ms DESC, a, b LIMIT $2`,
      [asset, limit],
    );
    return rows.map(toSpan).reverse();
  }

  /** Lists spans page by page. @throws {CursorError} when the cursor is not one of this list. */
  async list({ limit, cursor }: LinkSpanQuery): Promise<LinkSpanPage> {
    const after = cursor === undefined ? BEFORE_ALL_SPANS : decodeSpanCursor(cursor);
    const rows = await this.#ask(
      `SELECT * FROM history.link_span WHERE (a, b, from_ms) > ($1::text, $2::text, $3::bigint)
       ORDER BY a, b, from_ms LIMIT $4`,
      [...after, limit + 1],
    );
    const { shown, nextCursor } = cutPage(rows.map(toSpan), limit, ({ a, b, fromMs }) =>
      encodeCursor('link-span', [a, b, fromMs]),
    );
    return { spans: shown, nextCursor };
  }

  async listOpen(): Promise<LinkSpan[]> {
    const rows = await this.#ask(
      `SELECT * FROM history.link_span WHERE to_ms IS NULL ORDER BY a, b, from_ms`,
    );
    return rows.map(toSpan);
  }

  /** Stores spans. They need no lease: two processes that store the same span store the same row. */
  async put(spans: readonly LinkSpan[]): Promise<void> {
    // A statement cannot update one row twice, so only the last of several spans with one key is sent.
    const newest = [...new Map(spans.map((span) => [`${span.a}\0${span.b}\0${span.fromMs}`, span])).values()];
    await this.#ask(
      `INSERT INTO history.link_span (a, b, relation, confidence, source, disputed, reasons, from_ms, to_ms)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::double precision[], $5::text[], $6::bigint[],
         $7::text[], $8::bigint[], $9::bigint[])
       ON CONFLICT (a, b, from_ms) DO UPDATE SET relation = EXCLUDED.relation, confidence = EXCLUDED.confidence,
         source = EXCLUDED.source, disputed = EXCLUDED.disputed, reasons = EXCLUDED.reasons, to_ms = EXCLUDED.to_ms`,
      [
        newest.map(({ a }) => a),
        newest.map(({ b }) => b),
        newest.map(({ relation }) => relation),
        newest.map(({ confidence }) => confidence),
        newest.map(({ source }) => source),
        newest.map(({ disputed }) => Number(disputed)),
        newest.map(({ reasons }) => JSON.stringify(reasons)),
        newest.map(({ fromMs }) => fromMs),
        newest.map(({ toMs }) => toMs),
      ],
    );
  }
}

function toSpan(row: SqlRow): LinkSpan {
  return {
    a: String(row.a),
    b: String(row.b),
    relation: row.relation as LinkSpan['relation'],
    confidence: Number(row.confidence),
    source: row.source as LinkSpan['source'],
    disputed: row.disputed === 1,
    reasons: JSON.parse(String(row.reasons)) as string[],
    fromMs: epochMs(Number(row.from_ms)),
    toMs: row.to_ms === null ? null : epochMs(Number(row.to_ms)),
  };
}
