import { StorageUnavailableError } from '../../storage/service-database.ts';

/** Error: a server that keeps the history did not answer, or refused the call. */
export class HistoryUnavailableError extends StorageUnavailableError {}
