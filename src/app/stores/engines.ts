/**
 * Stores that commands open themselves, on the engines of this build. Commands import the files of history, accounts
 * and ledger from here only, so that they name no engine.
 */
export { auditWhole } from '../../billing/ledger/sql/audit-queries.ts';
export { readBatches } from '../../history/sqlite/batches/read-batches.ts';
export {
  getHistoryFile,
  hasRecords,
  LOCK_FILE as HISTORY_LOCK_FILE,
  openReadOnlyHistory,
  openSqliteHistory as openHistory,
} from '../../history/sqlite/index.ts';
export { openTreeSource } from '../../history/sqlite/tree/sqlite-tree-source.ts';
export { verifyHistory } from '../../history/sqlite/verify.ts';
export { openTapeTreeSource } from '../../history/tape/sqlite/tree/sqlite-tape-tree-source.ts';
export { describeTapeDamage, verifyTape } from '../../history/tape/sqlite/verify-tape.ts';
export { lockDirectory } from '../../storage/sqlite/directory-lock.ts';
export { requireOwnLogs } from '../../storage/sqlite/log-mark.ts';
export { requireCurrent } from '../../storage/sqlite/migrate.ts';
export { openReader, readPragma as pragma, SERVICE_FILE } from '../../storage/sqlite/open.ts';
export {
  countUnreadable,
  describeHistoryCluster,
  openHistoryReader,
  verifyHistoryServer,
} from './history.ts';
