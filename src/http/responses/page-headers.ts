/** A page of records in a format without room for a cursor. */
export interface PageTurn {
  /** Cursor of the next page; null: this one has the last records of the window. */
  readonly cursor: string | null;
  /** Query of the request without its cursor, as it is written in an address. */
  readonly search: string;
}

/**
 * Header fields that say whether records of the window were left out, and where they are: `X-Truncated`, and where it is
 * true `X-Next-Cursor` and `Link` (RFC 8288), whose address counts from the request's own.
 */
export function buildPageHeaders({ cursor, search }: PageTurn): Record<string, string> {
  if (cursor === null) return { 'x-truncated': 'false' };
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return { 'x-truncated': 'true', 'x-next-cursor': cursor, link: `<?${query}>; rel="next"` };
}

/** Query of a request's address, without the cursor of the page that it asks for. */
export function readPageSearch(url: string): string {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  query.delete('cursor');
  return query.toString();
}
