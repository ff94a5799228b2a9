import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { DAY_MS, MINUTE_MS } from '../../domain/index.ts';
import { HistoryUnavailableError } from '../contract/unavailable.ts';

/** Default time limit of a query, after which both sides give up: longer than any answer of the service may take. */
const READ_MS = 30_000;
const INSERT_MS = 2 * MINUTE_MS;
/** Maximum time limit of any call: the driver closes a connection that is silent for longer. */
export const MAX_CALL_MS = DAY_MS;
/** Time limit of a statement about tables, which waits for queries that use them. */
const COMMAND_MS = 10 * MINUTE_MS;
const PING_MS = 1_000;
/** Time that the answer still has to arrive after the server has given up. */
const GRACE_MS = 2_000;

/** Maximum length of a query: one for many series names each of them. */
const MAX_QUERY_BYTES = 4 << 20;

export interface ReadLimits {
  /** Time limit of the query, ms. Default 30 s. */
  readonly timeoutMs?: number;
  /** Time in ms that the answer still has to arrive after the server has given up. Default 2 s. */
  readonly graceMs?: number;
  /** Aborted when the reader leaves: the server then cancels the query. */
  readonly signal?: AbortSignal;
  readonly settings?: ClickHouseSettings;
}

/** Client of a ClickHouse server's HTTP interface. Every failure is a `HistoryUnavailableError`. */
export class ClickhouseServer {
  readonly #client: ClickHouseClient;

  private constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  /** Creates a client without connecting yet. Only processes that open a server load the driver. */
  static async open(url: string): Promise<ClickhouseServer> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const client = createClient({
      url,
      application: 'crosstape',
      request_timeout: MAX_CALL_MS + GRACE_MS,
      max_open_connections: 16,
      // Compression at level 1 shrinks the rows of a table to a fraction, for a tenth of the processor time of gzip.
      compression: { request: { codec: 'zstd', level: 1 }, response: false },
      log: { level: ClickHouseLogLevel.OFF },
    });
    return new ClickhouseServer(client);
  }

  /**
   * Reads the rows of a query in `RowBinary`. The server sends nothing before the query has ended, so a failure in the
   * middle of the query arrives as an error and not as a truncated answer.
   */
  async read(
    sql: string,
    { timeoutMs = READ_MS, graceMs = GRACE_MS, signal, settings }: ReadLimits = {},
  ): Promise<Buffer> {
    const timeout = AbortSignal.timeout(timeoutMs + graceMs);
    try {
      const { stream } = await this.#client.exec({
        query: `${sql} FORMAT RowBinary`,
        abort_signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        clickhouse_settings: {
          wait_end_of_query: 1,
          cancel_http_readonly_queries_on_client_close: 1,
          max_execution_time: timeoutMs / 1_000,
          max_query_size: String(MAX_QUERY_BYTES),
          ...settings,
        },
      });
      return await collect(stream);
    } catch (error) {
      signal?.throwIfAborted();
      throw toUnavailable(error);
    }
  }

  /** Checks whether the server answers a query within a second. */
  isUp(): Promise<boolean> {
    return this.read('SELECT 1', { timeoutMs: PING_MS, graceMs: 0 }).then(
      () => true,
      () => false,
    );
  }

  /** Runs a command that removes records, without the limit of 50 GB above which servers refuse it by default. */
  async drop(sql: string): Promise<void> {
    await this.execute(sql, { max_table_size_to_drop: '0', max_partition_size_to_drop: '0' });
  }

  async execute(sql: string, settings: ClickHouseSettings = {}): Promise<void> {
    try {
      await this.#client.command({
        query: sql,
        abort_signal: AbortSignal.timeout(COMMAND_MS),
        clickhouse_settings: { wait_end_of_query: 1, ...settings },
      });
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  /**
   * Inserts one block.
   *
   * @param block Rows in `Native` format, as a list of byte arrays.
   * @param token Identifies the rows: the server ignores an insert whose token it has seen lately.
   */
  async insert(table: string, block: readonly Uint8Array[], token: string): Promise<void> {
    try {
      const { stream } = await this.#client.exec({
        query: `INSERT INTO ${table} FORMAT Native`,
        values: Readable.from(block, { objectMode: false }),
        abort_signal: AbortSignal.timeout(INSERT_MS),
        clickhouse_settings: {
          wait_end_of_query: 1,
          insert_deduplication_token: token,
          // Keeps the rows of an insert in one block, since the token covers one block.
          max_insert_block_size: '2000000',
          min_insert_block_size_rows: '2000000',
          min_insert_block_size_bytes: '0',
          async_insert: 0,
        },
      });
      await collect(stream);
    } catch (error) {
      throw toUnavailable(error);
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

async function collect(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/** ClickHouse's error code for a database that does not exist. */
export const UNKNOWN_DATABASE = '81';

function toUnavailable(error: unknown): HistoryUnavailableError {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  const said = code !== undefined && /^\d+$/.test(code) ? `code ${code}: ${message}` : message;
  return new HistoryUnavailableError(`ClickHouse: ${said}`, { cause: error });
}
