import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { openTestPostgres, PostgresEngine } from '../servers/postgres-engine.ts';
import { openTestDatabase } from '../support/service-database.ts';

/** What ends beside a writer, and comes back before its work is looked at. */
export interface KilledServer {
  /** @returns Whether it was killed in this round. */
  kill(round: number): boolean;
  restart(): Promise<void>;
}

/** The database of a service that is killed, where it is no file of its data directory. */
export interface KilledPlace {
  readonly url: string;
  readonly server: KilledServer;
}

/** Nothing but the writer dies. */
export const NO_SERVER: KilledServer = { kill: () => false, restart: async () => undefined };

/** @param place A data directory, or the URL of a database. */
export function openKilledDatabase(place: string, thread = false): Promise<OpenServiceDatabase> {
  return place.startsWith('postgres:')
    ? openTestPostgres({ url: place })
    : openTestDatabase({ dataDir: place, thread });
}

export interface RoundsPlace {
  readonly dataDir: string;
  /** Of the service database; null: it is a file of the directory. */
  readonly url: string | null;
  remove(): Promise<void>;
}

let places = 0;

/**
 * A directory for one run of rounds, and a database of its own on the server that is named.
 *
 * @param server The URL of any of its databases, by a user who may make others.
 */
export async function createPlace(server = process.env.CROSSTAPE_TEST_DATABASE_URL): Promise<RoundsPlace> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-rounds-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (server === undefined) return { dataDir, url: null, remove: async () => removeFolder() };
  const engine = new PostgresEngine('rounds', server);
  const name = `rounds_${process.pid}_${++places}`;
  await engine.run(`CREATE DATABASE ${name}`, server);
  return {
    dataDir,
    url: engine.describeUrl(name),
    remove: async () => {
      removeFolder();
      await engine.run(`DROP DATABASE ${name} WITH (FORCE)`, server);
    },
  };
}
