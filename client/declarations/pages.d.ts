/** An answer that may continue on a page before it. */
export interface Page {
  readonly nextCursor: string | null;
}
/**
 * Walks through the pages of an endpoint that takes a `cursor`, newest page first.
 *
 * @example for await (const page of pages((cursor) => client.getHistory({ venue, asset, ...cursor }))) { ... }
 */
export declare function pages<Answer extends Page>(
  read: (cursor: { readonly cursor?: string }) => Promise<Answer>,
): AsyncGenerator<Answer, void, undefined>;
