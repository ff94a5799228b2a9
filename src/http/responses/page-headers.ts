/** Position of a page of records in its list, for a format without room for a cursor. */
export interface PageTurn {
  /** Cursor of the next page; null: this page has the last records of the window. */
  readonly cursor: string | null;
  /** Query string of the request without its cursor. */
  readonly search: string;
}

/**
 * Builds the header fields that say whether the window has further records: `X-Truncated` and, if it is true,
 * `X-Next-Cursor` and `Link` (RFC 8288), with a target relative to the request's URL.
 */
export function buildPageHeaders({ cursor, search }: PageTurn): Record<string, string> {
  if (cursor === null) return { 'x-truncated': 'false' };
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return { 'x-truncated': 'true', 'x-next-cursor': cursor, link: `<?${query}>; rel="next"` };
}

/** Returns the query string of a URL without the cursor. */
export function readPageSearch(url: string): string {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  query.delete('cursor');
  return query.toString();
}
