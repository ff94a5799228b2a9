import { COMMAND_LINE } from '../../accounts/admin-actions.ts';
import { openLedger } from '../../billing/ledger/sql/ledger.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { wallClock } from '../../domain/index.ts';
import { lockDirectory } from '../../storage/sqlite/directory-lock.ts';
import { LOCK_FILE, openConfiguredDatabase } from '../stores/service-database.ts';
import { type AcceptOutcome, type AcceptRequest, acceptLedger } from './accept-ledger.ts';

/**
 * Accepts the ledger of a data directory for one command.
 *
 * @throws {DataDirLockedError} when a service uses the directory.
 */
export async function acceptOffline(
  config: Config,
  { databaseUrl }: Pick<Secrets, 'databaseUrl'>,
  request: AcceptRequest,
): Promise<AcceptOutcome> {
  const lifecycle = new AsyncDisposableStack();
  try {
    const { dataDir } = config.database;
    if (databaseUrl !== null) {
      // Opening a database file takes this lock. With a server, commands may run at the same time as a service, so it
      // is taken here.
      lifecycle.adopt(lockDirectory(dataDir, LOCK_FILE), (lock) => lock.release());
      const { lockWork } = await import('../../storage/postgres/session-lock.ts');
      for (const work of ['feed', 'bot'] as const) {
        lifecycle.adopt(await lockWork(databaseUrl, work, () => undefined), (lock) => lock.release());
      }
    }
    const place = { dataDir, url: databaseUrl, user: 'command' as const };
    const database = await openConfiguredDatabase(place, lifecycle);
    const ledger = openLedger(database, wallClock);
    const by = { address: COMMAND_LINE };
    return await acceptLedger({ ledger, database, clock: wallClock, by }, request);
  } finally {
    await lifecycle.disposeAsync();
  }
}
