import { findJson } from './json.ts';

/** Lists that have cursors. A cursor is valid for its own list only. */
export type CursorKind =
  | 'action'
  | 'alert-event'
  | 'asset'
  | 'bot-day'
  | 'bot-order'
  | 'deposit'
  | 'entry'
  | 'forecast'
  | 'forward'
  | 'gap'
  | 'index'
  | 'link'
  | 'link-span'
  | 'bar'
  | 'mark'
  | 'market'
  | 'market-end'
  | 'merged'
  | 'order'
  | 'record'
  | 'resolution'
  | 'review'
  | 'rules'
  | 'sample'
  | 'search'
  | 'settled'
  | 'settled-line'
  | 'stale'
  | 'tape-book'
  | 'tape-change'
  | 'tape-trade'
  | 'tape-trade-file';

/** Type of a member of a position. A `count` is a whole number from 0. */
type Member = 'text' | 'integer' | 'count';

type PositionOf<Shape extends readonly Member[]> = {
  readonly [Index in keyof Shape]: Shape[Index] extends 'text' ? string : number;
};

/**
 * Encodes a position in a list, which callers pass from page to page: base64url of a JSON list of the kind and the
 * members. Every page of the service uses this form, so that a cursor is either valid or rejected and never misread.
 */
export function encodeCursor(kind: CursorKind, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([kind, ...position])).toString('base64url');
}

/** Decodes the position of a cursor; null for a text that no page of this kind has contained. */
export function decodeCursor<const Shape extends readonly Member[]>(
  kind: CursorKind,
  shape: Shape,
  cursor: string,
): PositionOf<Shape> | null {
  const members = findList(Buffer.from(cursor, 'base64url').toString());
  if (members === null || members.length !== shape.length + 1 || members[0] !== kind) return null;
  const position = members.slice(1);
  return shape.every((member, i) => isMember(member, position[i])) ? (position as PositionOf<Shape>) : null;
}

/**
 * Cuts a list at its limit.
 *
 * @param rows Rows of the list, one more than the limit if it continues.
 */
export function cutList<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly truncated: boolean } {
  return { shown: rows.slice(0, limit), truncated: rows.length > limit };
}

/**
 * Cuts a page from the rows of a list.
 *
 * @param rows Rows of the list, one more than the limit if it continues.
 * @param toCursor Returns the cursor of the page after a row.
 */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  toCursor: (last: Row) => string,
): { readonly shown: readonly Row[]; readonly nextCursor: string | null } {
  const { shown, truncated } = cutList(rows, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: truncated && last !== undefined ? toCursor(last) : null };
}

function findList(text: string): readonly unknown[] | null {
  const value = findJson(text);
  return Array.isArray(value) ? value : null;
}

function isMember(member: Member, value: unknown): boolean {
  // Keys and ids have no NUL character, which not every database accepts.
  if (member === 'text') return typeof value === 'string' && !value.includes('\u0000');
  return Number.isSafeInteger(value) && (member === 'integer' || Number(value) >= 0);
}
