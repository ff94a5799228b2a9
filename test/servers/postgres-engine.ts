import type { TestContext } from 'node:test';
import pg from 'pg';
import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { keepLedger } from '../../src/billing/postgres/kept-ledger.ts';
import {
  openPostgresDatabase,
  type PostgresOptions,
} from '../../src/storage/postgres/postgres-service-database.ts';
import { migrate } from '../../src/storage/postgres/schema/migrate.ts';
import type { ProcedureModule } from '../../src/storage/procedure.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import type { TestEngine } from '../support/service-engine.ts';

const TEMPLATE = 'crosstape_template';

let databases = 0;

/** Databases of one server for tests: each a copy of one that has the schema. */
export class PostgresEngine implements TestEngine {
  /** As the suites name it. */
  readonly name: string;
  readonly #url: URL;
  #template: Promise<void> | null = null;

  /** @param url Of any database of the server, by a user who may make others. */
  constructor(name: string, url: string) {
    this.name = name;
    this.#url = new URL(url);
  }

  async createDatabase(t: TestContext): Promise<string> {
    this.#template ??= this.#createTemplate();
    await this.#template;
    const name = `test_${process.pid}_${++databases}`;
    await this.run(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}_${process.pid}`);
    t.after(() => this.run(`DROP DATABASE ${name} WITH (FORCE)`));
    return this.describeUrl(name);
  }

  /** A service database that can be closed and opened again as a restart does. */
  async open<Part>(
    t: TestContext,
    build: (database: OpenServiceDatabase) => Part,
    procedures: readonly ProcedureModule[] = PROCEDURES,
  ): Promise<{ readonly part: Part; reopen(): Promise<Part> }> {
    const url = await this.createDatabase(t);
    let database = await openTestPostgres({ url, procedures });
    t.after(() => database.close());
    return {
      part: build(database),
      reopen: async () => {
        await database.close();
        database = await openTestPostgres({ url, procedures });
        return build(database);
      },
    };
  }

  describeUrl(database: string): string {
    const url = new URL(this.#url);
    url.pathname = `/${database}`;
    return url.href;
  }

  /** Runs one statement, on the server's own database unless another is named. */
  async run(sql: string, url = this.describeUrl('postgres')): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async #createTemplate(): Promise<void> {
    const name = `${TEMPLATE}_${process.pid}`;
    await this.run(`DROP DATABASE IF EXISTS ${name}`);
    // Sorts as people do, upper case beside lower case: nothing of the service may depend on it.
    await this.run(
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
    );
    await migrate(this.describeUrl(name));
  }
}

export function openTestPostgres(
  options: Pick<PostgresOptions, 'url'> & Partial<PostgresOptions>,
): Promise<OpenServiceDatabase> {
  return openPostgresDatabase({ procedures: PROCEDURES, keepRows: keepLedger, ...options });
}

/** The servers that the runner started, by the names of their versions. */
export function listEngines(): PostgresEngine[] {
  const servers = JSON.parse(process.env.CROSSTAPE_TEST_SERVERS ?? '{}') as Record<string, string>;
  return Object.entries(servers).map(([name, url]) => new PostgresEngine(name, url));
}
