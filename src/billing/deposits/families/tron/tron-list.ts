import { createPassingFault } from '../../chains/watch-fault.ts';
import { type ListedTransfer, PAGE_LINES, type TronNode } from './tron-node.ts';

/** Pages of one poll beyond its position; the rest waits for the next poll. */
const MAX_NEW_PAGES = 25;
/** Pages of one poll in all; a list that is longer has to be looked at by the operator. */
const MAX_PAGES = 10_000;

/** The listed window, in epoch ms. */
export interface ListedRange {
  readonly treasury: string;
  readonly token: string;
  /** First time of the list: behind the position by the longest delay of the index. */
  readonly fromMs: number;
  /** The last time that was read whole. A poll that ended before it would read the same again forever. */
  readonly position: number;
  readonly toMs: number;
  /** Lines to keep. Absent: those that may be transfers to the treasury. */
  readonly isWanted?: (line: ListedTransfer) => boolean;
}

/** Lines of a window that may be transfers to the treasury. */
export interface TronList {
  /** Lines, oldest first. */
  readonly lines: readonly ListedTransfer[];
  /** The last time whose transfers are all among the lines. */
  readonly to: number;
}

/**
 * Follows the pages of one node. A node that gives a whole page and does not say whether more follow is asked again from the
 * time of its last line, because the absence of a fingerprint has been the end of a list that went on.
 *
 * @throws {WatchFault} when the list is out of order, repeats itself or has no end.
 */
export async function readTronList(
  node: TronNode,
  {
    treasury,
    token,
    fromMs,
    position,
    toMs,
    isWanted = ({ to }) => to === null || to === treasury,
  }: ListedRange,
  signal: AbortSignal,
): Promise<TronList> {
  let lines: ListedTransfer[] = [];
  const read = new Set<string>();
  let since = fromMs;
  let newest = 0;
  let newPages = 0;
  let next: string | null = null;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { address: treasury, token, fromMs: since, ...(next === null ? {} : { next }) };
    const answer = await node.listTransfers(query, signal);
    for (const line of answer.lines) {
      if (line.timeMs < newest) throw createPassingFault(`${node.shownUrl} lists transfers out of order`);
      newest = line.timeMs;
      if (isWanted(line) && newest >= since && newest <= toMs) lines.push(line);
    }
    if (newest > toMs) return { lines, to: toMs };
    if (answer.next === null && answer.lines.length < PAGE_LINES) return { lines, to: toMs };
    if (answer.next === null) {
      if (newest === since) {
        throw createPassingFault(
          `${node.shownUrl} lists ${answer.lines.length} transfers of ${new Date(newest).toISOString()} and does not say whether more follow`,
        );
      }
      // The lines of that moment are listed again.
      since = newest;
      lines = lines.filter(({ timeMs }) => timeMs < since);
      next = null;
      continue;
    }
    if (answer.next === next && answer.lines.length === 0) return { lines, to: toMs };
    if (read.has(answer.next)) throw createPassingFault(`${node.shownUrl} repeats a page of transfers`);
    read.add(answer.next);
    next = answer.next;
    // The newest time may continue on the next page, so it is read whole the next time.
    if (newest - 1 > position && ++newPages >= MAX_NEW_PAGES) return { lines, to: newest - 1 };
  }
  throw createPassingFault(`${node.shownUrl} lists transfers of ${token} on more than ${MAX_PAGES} pages`);
}
