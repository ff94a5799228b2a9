import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LedgerUnavailableError } from '../../src/billing/ledger/ledger.ts';
import { type OpenServiceDatabase, StorageUnavailableError } from '../../src/storage/service-database.ts';
import { openTestPostgres } from '../servers/postgres-engine.ts';
import { openSqliteDatabase } from '../support/service-database.ts';
import { TestServer } from '../support/test-server.ts';

/** Server that ends beside a writer, and is back before the writer's work is read. */
export interface KilledServer {
  /** Kills the server; returns whether it was killed in this round. */
  kill(round: number): boolean;
  restart(): Promise<void>;
}

/** The database of a service that is killed, where it is no file of its data directory. */
export interface KilledPlace {
  readonly url: string;
  readonly server: KilledServer;
}

/** Absence of a server: only the writer is killed. */
export const NO_SERVER: KilledServer = { kill: () => false, restart: async () => undefined };

/** Opens a killed database. @param place A data directory, or the URL of a database. */
export function openKilledDatabase(place: string, thread = false): Promise<OpenServiceDatabase> {
  return place.startsWith('postgres:')
    ? openTestPostgres({ url: place })
    : openSqliteDatabase({ dataDir: place, thread });
}

/**
 * Awaits a call that may exceed its limit when a server on a busy machine is late: the caller has no answer, the call
 * may be stored or not, and the next one follows.
 *
 * @returns null without an answer.
 */
export async function unlessLate<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof LedgerUnavailableError || error instanceof StorageUnavailableError) return null;
    throw error;
  }
}

export interface RoundsPlace {
  readonly dataDir: string;
  /** Address of the service database; null: it is a file of the directory. */
  readonly url: string | null;
  remove(): Promise<void>;
}

let places = 0;

/**
 * Creates a directory for one run of rounds, and its database on the server that is named.
 *
 * @param server The URL of any of its databases, by a user who may make others.
 */
export async function createPlace(server = process.env.CROSSTAPE_TEST_DATABASE_URL): Promise<RoundsPlace> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-rounds-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (server === undefined) return { dataDir, url: null, remove: async () => removeFolder() };
  const databases = new TestServer(server);
  const name = `rounds_${process.pid}_${++places}`;
  await databases.run(`CREATE DATABASE ${name}`, server);
  return {
    dataDir,
    url: databases.describeUrl(name),
    remove: async () => {
      removeFolder();
      await databases.run(`DROP DATABASE ${name} WITH (FORCE)`, server);
    },
  };
}
