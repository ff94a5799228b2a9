import { SearchBusyError } from '../../src/search/market-search.ts';
import { FtsSearch } from '../../src/search/sqlite/fts-search.ts';

/** A search for which too many wait. */
export class BusySearch extends FtsSearch {
  override search = () => Promise.reject(new SearchBusyError('busy'));
  override rank = () => Promise.reject(new SearchBusyError('busy'));
}
