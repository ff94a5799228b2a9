import type { TestContext } from 'node:test';
import { keepLedger } from '../../src/billing/postgres/cached-ledger.ts';
import {
  openPostgresDatabase,
  type PostgresOptions,
} from '../../src/storage/postgres/postgres-service-database.ts';
import type { ProcedureModule } from '../../src/storage/procedure.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { PROCEDURES_AND_STEPS } from '../support/ledger-steps.ts';
import type { TestEngine } from '../support/service-engine.ts';
import { TestServer } from '../support/test-server.ts';

/** Databases of one server for tests, each gone with its test. */
export class PostgresEngine extends TestServer implements TestEngine {
  /** Name of the engine in the suites. */
  readonly name: string;

  /** @param url Of any database of the server, by a user who may create others. */
  constructor(name: string, url: string) {
    super(url);
    this.name = name;
  }

  /** Creates a database that is dropped with its test. */
  async createDatabase(t: TestContext): Promise<string> {
    const url = await this.makeDatabase();
    t.after(() => this.dropDatabase(url));
    return url;
  }

  /** Opens a service database that can be closed and opened again as a restart does. */
  async open<Part>(
    t: TestContext,
    build: (database: OpenServiceDatabase) => Part,
    procedures: readonly ProcedureModule[] = PROCEDURES_AND_STEPS,
  ): Promise<{ readonly part: Part; reopen(): Promise<Part> }> {
    const url = await this.takeDatabase();
    let database = await openTestPostgres({ url, procedures });
    t.after(async () => {
      await database.close();
      await this.giveBack(url);
    });
    return {
      part: build(database),
      reopen: async () => {
        await database.close();
        database = await openTestPostgres({ url, procedures });
        return build(database);
      },
    };
  }
}

export function openTestPostgres(
  options: Pick<PostgresOptions, 'url'> & Partial<PostgresOptions>,
): Promise<OpenServiceDatabase> {
  return openPostgresDatabase({ procedures: PROCEDURES_AND_STEPS, keepRows: keepLedger, ...options });
}

/** Lists the servers that the runner started, by the names of their versions. */
export function listEngines(): PostgresEngine[] {
  const servers = JSON.parse(process.env.CROSSTAPE_TEST_SERVERS ?? '{}') as Record<string, string>;
  return Object.entries(servers).map(([name, url]) => new PostgresEngine(name, url));
}
