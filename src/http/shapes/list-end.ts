import * as s from '../schemas/schema.ts';

/** Builds the schema members of a limited list: whether it left out items, and the total number of items. */
export const listEndFields = () => ({
  truncated: s.named('ListTruncated', s.bool('Whether more follows beyond the limit.', false)),
  total: s.named('ListTotal', s.nullable(s.int('Number of items without the limit.', 62), 'it is not known')),
});

/** Builds the schema members at the end of a page. */
export const pageEndFields = (exampleCursor: string, leadsTo?: string) => ({
  nextCursor: s.nextCursorField(exampleCursor, leadsTo),
  ...listEndFields(),
});

/** Builds the end of a list that was read up to its limit. The total is known only if the list is complete. */
export function toListEnd(count: number, truncated: boolean): { truncated: boolean; total: number | null } {
  return { truncated, total: truncated ? null : count };
}

/** Builds the end of a page. The total is known only if the list has one page. */
export function toPageEnd(
  nextCursor: string | null,
  { count, cursor }: { readonly count: number; readonly cursor: string | undefined },
): { nextCursor: string | null; truncated: boolean; total: number | null } {
  const isWhole = nextCursor === null && cursor === undefined;
  return { nextCursor, truncated: nextCursor !== null, total: isWhole ? count : null };
}
