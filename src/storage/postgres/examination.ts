import type { Client } from 'pg';
import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import { endQuietly, exchange } from './connection.ts';
import { readDatabaseIdentity } from './database-identity.ts';
import { findMissingRights, type TableRights } from './rights.ts';
import { readVersion } from './schema/migrate.ts';
import { readServer, START_LIMIT, waitForServer } from './server.ts';

/** Findings of a start, and problems that a start would not report. */
export interface DatabaseExamination {
  /** Reasons why no service could start on the database. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  /** Description of the database's content; null: it could not be read. */
  readonly summary: string | null;
  /** Tag of the installation; null: it has none yet, or could not be read. */
  readonly tag: string | null;
}

/** Examines a database without changing it, even while a service is running. */
export async function examineDatabase(
  url: string,
  { kind, rights }: { readonly kind: string | null; readonly rights: TableRights },
): Promise<DatabaseExamination> {
  try {
    const client = await waitForServer(url);
    try {
      return await examine(client, kind, rights);
    } finally {
      endQuietly(client);
    }
  } catch (error) {
    const isOwn = error instanceof StorageFormatError || error instanceof StorageUnavailableError;
    const { message } = error as Error;
    return { problems: [isOwn ? message : `PostgreSQL: ${message}`], warnings: [], summary: null, tag: null };
  }
}

async function examine(
  client: Client,
  kind: string | null,
  rights: TableRights,
): Promise<DatabaseExamination> {
  const { version, refusal, warnings } = await readServer(client);
  const server = `PostgreSQL ${version}`;
  if (refusal !== null) return { problems: [refusal], warnings, summary: server, tag: null };
  const schema = await readVersion(client);
  if (schema === 0) {
    return {
      problems: [],
      warnings,
      summary: `${server}, an empty database: the first start makes its tables`,
      tag: null,
    };
  }
  const problems: string[] = [];
  let tag: string | null = null;
  const missing = await findMissingRights(client, rights);
  if (missing !== null) problems.push(missing);
  else {
    const { kind: marked, unfinishedSince, ...installation } = await readDatabaseIdentity(client);
    tag = installation.tag;
    if (unfinishedSince !== null) problems.push('a copy into the database was not finished');
    if (marked !== null && kind !== null && marked !== kind) {
      problems.push(`the database holds ${marked} data, and the data directory ${kind} ones`);
    }
  }
  const [size] = await exchange(client, [{ sql: SIZE, values: [] }], START_LIMIT);
  return { problems, warnings, summary: `${server}, schema ${schema}, ${size?.size} in all`, tag };
}

const SIZE = 'SELECT pg_size_pretty(pg_database_size(current_database())) AS size';
