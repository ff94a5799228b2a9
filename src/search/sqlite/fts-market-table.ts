import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type AssetKind, isPerpKind, KIND_TRAITS, type VenueId } from '../../domain/index.ts';
import { toScopeWord } from '../match.ts';
import { foldForSearch, toIndexedText } from '../search-text.ts';
import type { MarketIndex, Match, SearchedMarket } from '../searched-market.ts';

/**
 * Weights of the columns title, event, id and scope. An id repeats the words of the title at some venues.
 */
const WEIGHTS = '2.0, 1.0, 0.3, 0.0';

/** Statements that create the tables. A table of words without its texts takes a third of the space. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS market (
    id INTEGER PRIMARY KEY,
    asset TEXT NOT NULL UNIQUE COLLATE NOCASE,
    venue TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    event TEXT,
    event_key TEXT,
    answer TEXT,
    volume_usd REAL NOT NULL,
    is_open INTEGER NOT NULL
  );
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
    title, event, id, scope,
    content = '', contentless_delete = 1, tokenize = 'porter unicode61', prefix = '2 3'
  );
`;

/** Words of markets in an FTS5 table, in memory or in a file. Callers open transactions around many changes. */
export class FtsMarketTable implements MarketIndex {
  readonly #db: DatabaseSync;
  readonly #maxMatches: number;
  readonly #statements: Record<keyof typeof SQL, StatementSync>;

  /**
   * Creates the table where it is missing, and prepares its statements.
   *
   * @param maxMatches Most markets whose relevance one search computes.
   */
  constructor(db: DatabaseSync, maxMatches: number) {
    this.#db = db;
    this.#maxMatches = maxMatches;
    db.exec(SCHEMA);
    this.#statements = Object.fromEntries(
      Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)]),
    ) as Record<keyof typeof SQL, StatementSync>;
  }

  /** Stores a market. @returns Whether its texts are new. */
  put(market: SearchedMarket): boolean {
    const { asset, venue, kind, title, event, eventKey, answer, volumeUsd, isOpen } = market;
    const known = this.#statements.find.get(asset) as StoredRow | undefined;
    if (known !== undefined) {
      const isSame =
        known.title === title &&
        known.event === event &&
        known.event_key === eventKey &&
        known.answer === answer;
      if (isSame) {
        this.setFigures(market);
        return false;
      }
      this.#statements.removeWords.run(known.id);
      this.#statements.remove.run(known.id);
    }
    const { lastInsertRowid: id } = this.#statements.insert.run(
      asset,
      venue,
      kind,
      title,
      event,
      eventKey,
      answer,
      volumeUsd,
      Number(isOpen),
    );
    this.#statements.insertWords.run(
      id,
      toIndexedText(answer === null ? title : `${title} ${answer}`),
      toEventText(market),
      foldForSearch(asset),
      `${toScopeWord(venue)} ${toScopeWord(KIND_TRAITS[kind].assetClass)}`,
    );
    return true;
  }

  /** Stores the figures of a known market. */
  setFigures({ asset, volumeUsd, isOpen }: Pick<SearchedMarket, 'asset' | 'volumeUsd' | 'isOpen'>): void {
    this.#statements.setFigures.run(volumeUsd, Number(isOpen), asset);
  }

  /** Removes a market. @returns The market as it was; null when it is unknown. */
  remove(asset: string): SearchedMarket | null {
    const known = this.#statements.find.get(asset) as StoredRow | undefined;
    if (known === undefined) return null;
    this.#statements.removeWords.run(known.id);
    this.#statements.remove.run(known.id);
    return toMarket(known);
  }

  find(asset: string): SearchedMarket | null {
    const row = this.#statements.find.get(asset) as StoredRow | undefined;
    return row === undefined ? null : toMarket(row);
  }

  /** Whether a word, or the beginning of one, is in any market. @param expression An expression of FTS5. */
  matches(expression: string): boolean {
    return this.#statements.matches.get(expression) !== undefined;
  }

  /**
   * Lists the markets that match an expression of FTS5, with their relevance. Of very many, the newest ones and the
   * perpetuals are listed, because the relevance of each takes microseconds.
   */
  match(expression: string): readonly Match[] {
    const newest = this.#listNewest(expression, this.#maxMatches);
    if (newest.length < this.#maxMatches) return newest;
    const perpsOnly = `${expression} AND scope : ${toScopeWord('perp')}`;
    // Each statement with a relevance counts the titles of every spelling, so none is run for nothing.
    if (!this.matches(perpsOnly)) return newest;
    const known = new Set(newest.map(({ asset }) => asset));
    const perps = this.#listNewest(perpsOnly, -1);
    return [...newest, ...perps.filter(({ asset }) => !known.has(asset))];
  }

  /** Lists the newest markets that match. @param limit Most markets; -1: all. */
  #listNewest(expression: string, limit: number): readonly Match[] {
    const rows = this.#statements.match.all(expression, limit) as unknown as (Omit<Match, 'isOpen'> & {
      readonly isOpen: number;
    })[];
    return rows.map((row) => ({ ...row, isOpen: row.isOpen === 1 }));
  }

  /** Runs changes in one transaction. */
  change(work: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}

interface StoredRow {
  readonly id: number;
  readonly asset: string;
  readonly venue: VenueId;
  readonly kind: AssetKind;
  readonly title: string;
  readonly event: string | null;
  readonly event_key: string | null;
  readonly answer: string | null;
  readonly volume_usd: number;
  readonly is_open: number;
}

const toMarket = ({
  asset,
  venue,
  kind,
  title,
  event,
  event_key,
  answer,
  volume_usd,
  is_open,
}: StoredRow): SearchedMarket => ({
  asset,
  venue,
  kind,
  title,
  event,
  eventKey: event_key,
  answer,
  volumeUsd: volume_usd,
  isOpen: is_open === 1,
});

/** Words that every perpetual has, since its title is the coin alone. */
const PERP_WORDS = 'price perp perpetual';

function toEventText({ kind, title, event }: SearchedMarket): string {
  if (isPerpKind(kind)) return PERP_WORDS;
  return event === null || event === title ? '' : toIndexedText(event);
}

const SQL = {
  find: 'SELECT * FROM market WHERE asset = ?',
  insert: `INSERT INTO market (asset, venue, kind, title, event, event_key, answer, volume_usd, is_open)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  insertWords: 'INSERT INTO words (rowid, title, event, id, scope) VALUES (?, ?, ?, ?, ?)',
  remove: 'DELETE FROM market WHERE id = ?',
  removeWords: 'DELETE FROM words WHERE rowid = ?',
  setFigures: 'UPDATE market SET volume_usd = ?, is_open = ? WHERE asset = ?',
  matches: 'SELECT 1 FROM words WHERE words MATCH ? LIMIT 1',
  match: `SELECT market.asset AS asset, market.volume_usd AS volumeUsd, market.is_open AS isOpen,
    -bm25(words, ${WEIGHTS}) AS relevance
    FROM words CROSS JOIN market ON market.id = words.rowid WHERE words MATCH ?
    ORDER BY words.rowid DESC LIMIT ?`,
} as const;
