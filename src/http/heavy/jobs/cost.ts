import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { Job } from './index.ts';

/**
 * Estimates the longest uninterrupted part of a job, in records to decode. Writing the text does not count, because it
 * runs in slices. Infinity for jobs whose size is not known in advance.
 *
 * @param enough Limit above which counting stops.
 */
export async function estimateCost(history: HistoryReader, job: Job, enough: number): Promise<number> {
  switch (job.kind) {
    case 'records':
    case 'csv':
    case 'volumeProfile':
    case 'cascades':
      // The analysis takes about as long as reading, and runs in a slice of its own.
      return job.input.options.limit;
    case 'flow':
      // A window may contain a million recorded trades.
      return job.input.stated.isRecorded ? Number.POSITIVE_INFINITY : job.input.options.limit;
    case 'aggregate':
      return history.estimateAggregateCost(job.input.key, job.input.options, enough);
    default:
      return Number.POSITIVE_INFINITY;
  }
}
