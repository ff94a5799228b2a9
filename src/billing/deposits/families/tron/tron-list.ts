import { createPassingFault } from '../../chains/watch-fault.ts';
import { type ListedTransfer, PAGE_LINES, type TronNode } from './tron-node.ts';

/** Maximum number of pages after the position that one poll reads. The next poll reads the rest. */
const MAX_NEW_PAGES = 25;
/** Maximum number of pages that one poll reads in all. The operator has to look at a longer list. */
const MAX_PAGES = 10_000;

/** Window of a list, in epoch ms. */
export interface ListedRange {
  readonly treasury: string;
  readonly token: string;
  /** First time of the list. It is before the position, because the index may add a transaction late. */
  readonly fromMs: number;
  /**
   * Last time that was read completely. A poll reads at least beyond it, because it would otherwise never make
   * progress.
   */
  readonly position: number;
  readonly toMs: number;
  /** Selects lines to keep. Absent: lines that may be transfers to the treasury. */
  readonly isWanted?: (line: ListedTransfer) => boolean;
}

/** Lines of a window that may be transfers to the treasury. */
export interface TronList {
  /** Lines, oldest first. */
  readonly lines: readonly ListedTransfer[];
  /** Last time up to which the lines are complete. */
  readonly to: number;
}

/**
 * Reads the list of one node page by page. If a full page does not say whether more follow, the list is requested again
 * from the time of its last line: nodes have left out the fingerprint of the next page although the list continued.
 *
 * @throws {WatchFaultError} when the list is out of order, repeats itself or does not end.
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
      // The new request lists the lines of that moment again.
      since = newest;
      lines = lines.filter(({ timeMs }) => timeMs < since);
      next = null;
      continue;
    }
    if (answer.next === next && answer.lines.length === 0) return { lines, to: toMs };
    if (read.has(answer.next)) throw createPassingFault(`${node.shownUrl} repeats a page of transfers`);
    read.add(answer.next);
    next = answer.next;
    // The lines of the newest time may continue on the next page, so the next poll reads that time completely.
    if (newest - 1 > position && ++newPages >= MAX_NEW_PAGES) return { lines, to: newest - 1 };
  }
  throw createPassingFault(`${node.shownUrl} lists transfers of ${token} on more than ${MAX_PAGES} pages`);
}
