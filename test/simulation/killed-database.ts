import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { openTestPostgres } from '../servers/postgres-engine.ts';
import { openTestDatabase } from '../support/service-database.ts';

/** What ends beside a writer, and comes back before its work is looked at. */
export interface KilledServer {
  /** @returns Whether it was killed in this round. */
  kill(round: number): boolean;
  restart(): Promise<void>;
}

/** Nothing but the writer dies. */
export const NO_SERVER: KilledServer = { kill: () => false, restart: async () => undefined };

/** @param place A data directory, or the URL of a database. */
export function openKilledDatabase(place: string, thread = false): Promise<OpenServiceDatabase> {
  return place.startsWith('postgres:')
    ? openTestPostgres({ url: place })
    : openTestDatabase({ dataDir: place, thread });
}
