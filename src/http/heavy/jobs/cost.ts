import type { HistoryReader } from '../../../history/history-store.ts';
import type { Job } from './index.ts';

/**
 * How many records could be decoded in the longest stretch of the work in which nothing else has a turn, near
 * enough; its text is not counted, which is made in slices. Infinity where that is not known beforehand.
 *
 * @param enough Counting stops above it.
 */
export async function estimateCost(history: HistoryReader, job: Job, enough: number): Promise<number> {
  switch (job.kind) {
    case 'records':
    case 'csv':
    case 'flow':
    case 'volumeProfile':
    case 'cascades':
      // An analysis takes about as long as reading, and has a turn of its own.
      return job.input.options.limit;
    case 'aggregate':
      return history.aggregateCost(job.input.key, job.input.options, enough);
    default:
      return Number.POSITIVE_INFINITY;
  }
}
