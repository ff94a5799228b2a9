import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { CallQueue } from '../call-queue.ts';
import type { CallResult, CommitFaults } from '../call-result.ts';
import type { Operation } from '../operation.ts';
import type { ProcedureCall, ProcedureModule } from '../procedure.ts';
import {
  addFailure,
  type DatabaseFailure,
  type OpenServiceDatabase,
  type SchemaReads,
  StorageFormatError,
  StorageUnavailableError,
} from '../service-database.ts';
import type { Statements } from '../statements.ts';
import type { CachedRows } from './cached-rows.ts';
import { connect, endQuietly, openPool, TIMEOUTS } from './connection.ts';
import { claimInstallation, readDatabaseIdentity } from './database-identity.ts';
import { isLockTimeout } from './failures.ts';
import { GroupCommit, GroupCommitError, type GroupWork } from './group-commit.ts';
import { listen } from './listen.ts';
import { findLockHolder } from './lock-holder.ts';
import { PostgresReader } from './postgres-reader.ts';
import { Replay } from './replay.ts';
import { findMissingRights, type TableRights } from './rights.ts';
import { migrate, requireCurrent } from './schema/migrate.ts';
import { readServer, waitForServer } from './server.ts';

export interface PostgresOptions {
  /** URL `postgres://user:password@host:port/database`, which is never logged. */
  readonly url: string;
  /** Kind of the data that will be written, `real` or `simulated`. Absent: the kind that the database has. */
  readonly kind?: string | null;
  /** Folder `dataDir` of `OpenServiceDatabase`. */
  readonly dataDir?: string;
  /** Whether this process migrates the schema; false: another process does. Default: true. */
  readonly migrates?: boolean;
  /** Rights that the user of the URL must have. Absent: a missing right is found when it is needed. */
  readonly rights?: TableRights;
  readonly procedures: readonly ProcedureModule[];
  /** Creates the rows that a group keeps in memory, over the statements of the transaction. */
  readonly keepRows: (tx: Statements) => CachedRows;
  readonly faults?: CommitFaults;
  /** Receives warnings about settings of the server that risk data or secrets, once. */
  readonly onWarning?: (warning: string) => void;
}

const QUEUE_LIMITS = { maxGroup: 64, maxWaiting: 20_000, maxGroupsAhead: 1, maxWaitMs: TIMEOUTS.queueMs };

/** Durations of a group. Groups become smaller above the long one, and larger below the short one. */
const GROUP_MS = { short: 250, long: 1_000 };

/** Maximum number of attempts at a group whose failure the server calls temporary. */
const MAX_ATTEMPTS = 4;

/** Limits of a group's wait for a new connection after a loss. */
const RECONNECT = { withinMs: 1_000, everyMs: 50 };

/**
 * Opens the service database on a server.
 *
 * @throws {SchemaBehindError} when another process has to migrate the schema first.
 * @throws {StorageFormatError | StorageUnavailableError} when the server, its version or its schema cannot be used.
 */
export async function openPostgresDatabase(options: PostgresOptions): Promise<OpenServiceDatabase> {
  const { url, migrates = true } = options;
  const migrated = migrates ? await migrate(url) : [];
  if (!migrates) await requireCurrent(url);
  const client = await waitForServer(url);
  try {
    const missing = await findMissingRights(client, options.rights ?? new Map());
    if (missing !== null) throw new StorageFormatError(missing);
    await claimInstallation(client, options.kind ?? null);
    const { warnings } = await readServer(client);
    for (const warning of warnings) options.onWarning?.(warning);
  } finally {
    endQuietly(client);
  }
  return new Host(options, migrated, await openPool(url));
}

/** One writing connection that commits calls in groups, and a pool for reads. */
class Host implements OpenServiceDatabase {
  readonly migrated: readonly string[];
  readonly dataDir: string | null;
  readonly failures: DatabaseFailure[] = [];
  readonly #options: PostgresOptions;
  readonly #work: GroupWork;
  readonly #queue: CallQueue;
  readonly #reader: PostgresReader;
  #client: Client | null = null;
  #maxGroup = QUEUE_LIMITS.maxGroup;
  #closing: Promise<void> | null = null;

  constructor(options: PostgresOptions, migrated: readonly string[], pool: Pool) {
    this.#options = options;
    this.migrated = migrated;
    this.dataDir = options.dataDir ?? null;
    this.#reader = new PostgresReader(pool);
    const replay = new Replay();
    const procedures = new Map(
      options.procedures.flatMap(({ list }) => list.map((procedure) => [procedure.name, procedure] as const)),
    );
    this.#work = { replay, procedures, kept: options.keepRows(replay) };
    this.#queue = new CallQueue((group, calls, since) => void this.#run(group, calls, since), QUEUE_LIMITS);
  }

  transact<Argument, Result>(
    operation: Operation<never, Argument, Result>,
    argument: Argument,
  ): Promise<Result> {
    return this.#queue.transact(operation, argument);
  }

  buildQueries<Queries extends object>(build: (statements: Statements) => Queries): Queries {
    return this.#reader.buildQueries(build);
  }

  followKeys(onChanged: (hash: string) => void): () => void {
    const listening = listen(this.#options.url, 'crosstape_key_changed', onChanged);
    return () => listening.stop();
  }

  async readTag(): Promise<string> {
    const client = await waitForServer(this.#options.url);
    try {
      return (await readDatabaseIdentity(client)).tag;
    } finally {
      endQuietly(client);
    }
  }

  waiting(): number {
    return this.#queue.waiting;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.close();
    await endQuietly(this.#client);
    await this.#reader.close();
  }

  readSnapshot<Queries extends object, Result>(
    build: (statements: Statements, schema: SchemaReads) => Queries,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> {
    return this.#reader.readSnapshot(build, work);
  }

  /** Runs a group. @param since Time at which its first call began, by the monotonic clock in ms. */
  async #run(group: number, calls: readonly ProcedureCall[], since: number): Promise<void> {
    const from = performance.now();
    try {
      const results = await this.#attempt(calls, since + TIMEOUTS.answerMs);
      this.#resizeGroups(calls.length, performance.now() - from);
      this.#queue.deliver(group, results);
    } catch (error) {
      const { kind, message, cause } = error as GroupCommitError;
      const tookMs = performance.now() - from;
      const isLate = tookMs > RECONNECT.withinMs;
      this.#resizeGroups(calls.length, tookMs);
      this.#addFailure(message, isLockTimeout(cause) ? await findLockHolder(this.#reader.ask) : null);
      const text = kind === 'unknown' ? `it is unknown whether this was stored: ${message}` : message;
      const failure: CallResult = {
        ok: false,
        isStorage: true,
        isUnknown: kind === 'unknown',
        name: 'StorageUnavailableError',
        message: text,
      };
      // Waiting calls would meet the same failure later, so they fail now. This happens before the group ends, because
      // the next one begins then.
      if (kind === 'away' || isLate) this.#queue.failWaiting(new StorageUnavailableError(message));
      this.#queue.deliver(
        group,
        calls.map(() => failure),
      );
    }
  }

  /**
   * Adapts the size of groups: with a distant or busy server a full group would take longer than its callers may wait.
   */
  #resizeGroups(calls: number, tookMs: number): void {
    if (tookMs > GROUP_MS.long) this.#maxGroup = Math.max(1, Math.floor(calls / 2));
    else if (tookMs < GROUP_MS.short) this.#maxGroup = Math.min(QUEUE_LIMITS.maxGroup, this.#maxGroup * 2);
    this.#queue.resizeGroups(this.#maxGroup);
  }

  /** Tries a group until it is stored or cannot be. @throws {GroupCommitError} */
  async #attempt(calls: readonly ProcedureCall[], deadline: number): Promise<CallResult[]> {
    const from = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const isFresh = this.#client === null;
      const client = await this.#connect();
      try {
        return await new GroupCommit(client, this.#work, deadline, this.#options.faults).run(calls);
      } catch (error) {
        const failure = error instanceof GroupCommitError ? error : new GroupCommitError('away', error);
        if (failure.kind !== 'again') this.#drop();
        // An idle connection may have been lost long ago. Nothing was sent, so a new connection may succeed.
        const mayTryAgain = failure.kind === 'again' || (failure.kind === 'away' && !isFresh);
        const isLate = performance.now() - from > RECONNECT.withinMs;
        if (!mayTryAgain || isLate || attempt >= MAX_ATTEMPTS) throw failure;
      }
    }
  }

  async #connect(): Promise<Client> {
    const from = performance.now();
    for (;;) {
      if (this.#client !== null) return this.#client;
      try {
        this.#client = await connect(this.#options.url);
      } catch (error) {
        if (performance.now() - from + RECONNECT.everyMs > RECONNECT.withinMs)
          throw new GroupCommitError('away', error);
        await sleep(RECONNECT.everyMs);
      }
    }
  }

  #drop(): void {
    endQuietly(this.#client);
    this.#client = null;
  }

  #addFailure(message: string, lockHolder: string | null): void {
    addFailure(this.failures, { at: performance.now(), message, lockHolder });
  }
}
