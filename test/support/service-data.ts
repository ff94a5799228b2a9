import { rm } from 'node:fs/promises';
import type { Role } from '../../src/config/roles.ts';
import type { TestServer } from './test-server.ts';

/**
 * Server on which services of tests keep their data. Absent: in files of their data directories, or, with
 * CROSSTAPE_TEST_DATABASE_URL (any database of a PostgreSQL server, by a user who may create others), accounts and
 * money of each data directory in a database of its own on that server. The same test files run on both.
 */
const SERVER_URL = process.env.CROSSTAPE_TEST_DATABASE_URL;

/** Whether the service databases of this run are on a server. */
export const isOnServer = SERVER_URL !== undefined;

let server: Promise<TestServer> | null = null;

/** Databases by data directory: a service that starts again finds its stored rows. */
const databases = new Map<string, Promise<string>>();

/** Settings of a process beside its data directory, whose user has the rights of a whole service and no others. What is there already stays: a second call is for a later start. */
export async function placeSettings(dataDir: string): Promise<Record<string, string>> {
  const url = await findDatabase(dataDir);
  return url === null ? {} : { CROSSTAPE_DATABASE_URL: (await useServer()).asRole(url, 'all') };
}

/** Finds the URL of the service database of a data directory; null: the database is a file there. */
export async function findDatabase(dataDir: string): Promise<string | null> {
  if (!isOnServer) return null;
  let url = databases.get(dataDir);
  if (url === undefined) {
    url = takeDatabase();
    databases.set(dataDir, url);
  }
  return url;
}

/** Takes a database on the server of this run, with the schema and nothing else. */
export async function takeDatabase(): Promise<string> {
  return (await useServer()).takeDatabase();
}

/** Address of the same database for the user of a role. */
export async function asRole(url: string, role: Role): Promise<string> {
  return (await useServer()).asRole(url, role);
}

/** Gives a database back with the schema that it had. @param url As it was taken, with the schema as it was. */
export async function giveBack(url: string): Promise<void> {
  await (await useServer()).giveBack(url);
}

/** Removes a data directory, and its database. */
export async function removePlace(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
  const url = databases.get(dataDir);
  databases.delete(dataDir);
  // Commands of the test may have changed its schema.
  if (url !== undefined) await (await useServer()).dropDatabase(await url);
}

function useServer(): Promise<TestServer> {
  // The driver of the server is loaded only where one is used.
  server ??= import('./test-server.ts').then(({ TestServer }) => new TestServer(SERVER_URL as string));
  return server;
}
