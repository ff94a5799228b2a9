import * as s from '../schemas/schema.ts';

/** Members of a list with a limit: whether it left something out, and how much there is. */
export const listEndFields = () => ({
  truncated: s.named('ListTruncated', s.bool('Whether more follows beyond the limit.', false)),
  total: s.named('ListTotal', s.nullable(s.int('Number of items without the limit.', 62), 'it is not known')),
});

/** Members at the end of a page. */
export const pageEndFields = (exampleCursor: string, leadsTo?: string) => ({
  nextCursor: s.nextCursorField(exampleCursor, leadsTo),
  ...listEndFields(),
});

/** End of a list that was read to its limit. Only of one that holds everything the number is known without counting. */
export function toListEnd(count: number, truncated: boolean): { truncated: boolean; total: number | null } {
  return { truncated, total: truncated ? null : count };
}

/** End of a page; of a list on one page the number is known. */
export function toPageEnd(
  nextCursor: string | null,
  { count, cursor }: { readonly count: number; readonly cursor: string | undefined },
): { nextCursor: string | null; truncated: boolean; total: number | null } {
  const isWhole = nextCursor === null && cursor === undefined;
  return { nextCursor, truncated: nextCursor !== null, total: isWhole ? count : null };
}
