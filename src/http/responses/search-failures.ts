import { SearchBusyError } from '../../search/market-search.ts';
import { ApiError } from './errors.ts';

/** Runs a search. @throws {ApiError} `overloaded` when it must be asked again. */
export async function requireSearch<Result>(search: () => Promise<Result>): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof SearchBusyError)) throw error;
    throw new ApiError(
      'overloaded',
      'the search has too much to do, or is started again; ask again in a moment',
      {
        headers: { 'retry-after': '2' },
        cause: error,
      },
    );
  }
}
