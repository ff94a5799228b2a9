/** Number of rows of the first page: most lists end within it. */
export const FIRST_PAGE = 16;
/** Growth factor of the page size, so that a long list needs few reads. */
const PAGE_GROWTH = 8;

/**
 * Reads the steps of an account page by page, until `take` needs no more rows or none is left.
 *
 * @param from Step of the account before the first page.
 * @param readPage Reads the rows that follow a step.
 * @param take Receives one row. @returns Whether it needs more rows.
 */
export function readPages<Row extends { readonly seq: number }>(
  from: number,
  readPage: (after: number, limit: number) => readonly Row[],
  take: (row: Row) => boolean,
): void {
  let page = readPage(from, FIRST_PAGE);
  for (let limit = FIRST_PAGE * PAGE_GROWTH; page.every(take); limit *= PAGE_GROWTH) {
    const last = page.at(-1);
    if (last === undefined) return;
    page = readPage(last.seq, limit);
  }
}
