import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { DAY_MS, MINUTE_MS } from '../../domain/index.ts';
import { HistoryUnavailableError } from '../contract/unavailable.ts';

/** Longest time of a query: longer than any answer of the service may take, and given up by both sides. */
const READ_MS = 30_000;
const INSERT_MS = 2 * MINUTE_MS;
/** The longest that any call may ask for; the driver gives up a connection that says nothing for so long. */
export const MAX_CALL_MS = DAY_MS;
/** Time limit of a statement about tables, which waits for queries that use them. */
const COMMAND_MS = 10 * MINUTE_MS;
const PING_MS = 1_000;
/** Time for the answer to arrive after the server has given up. */
const GRACE_MS = 2_000;

/** A query of many series names each of them. */
const MAX_QUERY_BYTES = 4 << 20;

export interface ReadLimits {
  /** Timeout in ms. Default 30 s. */
  readonly timeoutMs?: number;
  /** Time for the answer to arrive after the server has given up. Default 2 s. */
  readonly graceMs?: number;
  /** The reader left: the server ends the query. */
  readonly signal?: AbortSignal;
  readonly settings?: ClickHouseSettings;
}

/** A ClickHouse server by its HTTP interface. Every failure of it is a `HistoryUnavailableError`. */
export class ClickhouseServer {
  readonly #client: ClickHouseClient;

  private constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  /** Does not connect yet. The driver is loaded only by processes that open a server. */
  static async open(url: string): Promise<ClickhouseServer> {
    const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
    const client = createClient({
      url,
      application: 'crosstape',
      request_timeout: MAX_CALL_MS + GRACE_MS,
      max_open_connections: 16,
      // Rows of a table shrink to a fraction, for a tenth of the cost of gzip.
      compression: { request: { codec: 'zstd', level: 1 }, response: false },
      log: { level: ClickHouseLogLevel.OFF },
    });
    return new ClickhouseServer(client);
  }

  /**
   * Rows of a query in `RowBinary`. The server sends nothing before the query has ended, so that a failure in its
   * middle is an answer of its own.
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

  /** Whether the server answers at once. */
  isUp(): Promise<boolean> {
    return this.read('SELECT 1', { timeoutMs: PING_MS, graceMs: 0 }).then(
      () => true,
      () => false,
    );
  }

  /** A command that removes records, however many: servers refuse more than 50 GB by default. */
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
   * @param block Rows in `Native`, in pieces.
   * @param token Rows that were stored with an equal token lately are not stored again.
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
          // The rows of one insert are one block: the token stands for all of them.
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

/** The server's error code for a database that does not exist. */
export const UNKNOWN_DATABASE = '81';

function toUnavailable(error: unknown): HistoryUnavailableError {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  const said = code !== undefined && /^\d+$/.test(code) ? `code ${code}: ${message}` : message;
  return new HistoryUnavailableError(`ClickHouse: ${said}`, { cause: error });
}
