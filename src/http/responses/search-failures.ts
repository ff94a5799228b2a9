import { SearchBusyError } from '../../search/market-search.ts';
import { ApiError } from './errors.ts';

/** Runs a search. @throws {ApiError} `overloaded` while too many searches wait. */
export async function requireSearch<Result>(search: () => Promise<Result>): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof SearchBusyError)) throw error;
    throw new ApiError('overloaded', 'too many searches wait for their turn; ask again later', {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
}
