import { Client } from 'pg';
import { describeGrants } from '../../src/app/stores/table-rights.ts';
import type { Role } from '../../src/config/roles.ts';
import { migrate } from '../../src/storage/postgres/schema/migrate.ts';

let databases = 0;

/**
 * Databases of one PostgreSQL server for tests. Each begins with the schema and nothing else; one that was given back is
 * emptied and used again, which takes a tenth of the time of making one.
 */
export class TestServer {
  readonly #url: URL;
  readonly #idle: string[] = [];
  #template: Promise<string> | null = null;

  /** @param url Of any database of the server, by a user who may create others. */
  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Takes a database that no other test uses until it is given back, and returns its URL. */
  async takeDatabase(): Promise<string> {
    return this.#idle.pop() ?? (await this.makeDatabase());
  }

  async makeDatabase(): Promise<string> {
    this.#template ??= this.#createTemplate();
    const name = `test_${process.pid}_${++databases}`;
    await this.run(`CREATE DATABASE ${name} TEMPLATE ${await this.#template}`);
    return this.describeUrl(name);
  }

  /** Takes a database back; its connections end. Only for a database whose schema is as it was. */
  async giveBack(url: string): Promise<void> {
    await this.run(EMPTY, url);
    this.#idle.push(url);
  }

  /** Drops a database; its connections end. */
  async dropDatabase(url: string): Promise<void> {
    await this.run(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  }

  /** Address of the same database for the user of a role, who has the rights of that role and no others. */
  asRole(url: string, role: Role): string {
    const limited = new URL(url);
    limited.username = nameUser(role);
    return limited.href;
  }

  describeUrl(database: string): string {
    const url = new URL(this.#url);
    url.pathname = `/${database}`;
    return url.href;
  }

  /** Runs statements, on the server's own database unless another is named. */
  async run(sql: string, url = this.describeUrl('postgres')): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async #createTemplate(): Promise<string> {
    const name = `crosstape_template_${process.pid}`;
    await this.run(`DROP DATABASE IF EXISTS ${name}`);
    // Sorts as people do, upper case beside lower case: nothing of the service may depend on it.
    await this.run(
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
    );
    const url = this.describeUrl(name);
    await migrate(url);
    await this.run(REMEMBER, url);
    for (const role of ROLES) {
      await this.run(createUser(nameUser(role), this.#url.password), url);
      await this.run(describeGrants(role, nameUser(role)), url);
    }
    return name;
  }
}

const ROLES: readonly Role[] = ['all', 'feed', 'feed,bot', 'api'];

/** Name of a role's user, which is shared by all test processes of a server. */
const nameUser = (role: Role) => `crosstape_test_${role.replace(',', '_')}`;

/** Tests that begin together create the same user. */
const createUser = (name: string, password: string) => `DO $$ BEGIN
    CREATE ROLE ${name} LOGIN PASSWORD '${decodeURIComponent(password).replaceAll("'", "''")}';
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END $$`;

/** Keeps the rows that the schema begins with. */
const REMEMBER = `CREATE SCHEMA beginning; DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE TABLE beginning.%I AS TABLE public.%I', name, name);
    END LOOP;
  END $$`;

/** Brings these rows back, and numbers that the tables give, past the triggers that refuse it. */
const EMPTY = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  SET session_replication_role = replica; DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('DELETE FROM public.%I', name);
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE beginning.%I', name, name);
    END LOOP;
    FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER SEQUENCE public.%I RESTART', name);
    END LOOP;
    -- What the service before has left on a Redis server is not of the next one.
    UPDATE public.installation SET tag = gen_random_uuid()::text;
  END $$`;
