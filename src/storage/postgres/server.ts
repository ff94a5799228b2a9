import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StorageFormatError, StorageUnavailableError } from '../service-database.ts';
import type { SqlRow } from '../statements.ts';
import { connect, exchange, TIMEOUTS } from './connection.ts';

/** Oldest supported version. Older servers lack features that the statements use. */
const MIN_SERVER = 14;

const WAIT_FOR_SERVER = { withinMs: 10_000, everyMs: 250 };

/** Codes with which a server permanently rejects this user or name: authorization, catalogue, privilege. */
const REFUSED = /^(?:28|3D|42501)/;
/**
 * Messages of Node and OpenSSL about a certificate that is not accepted, or about a file in the URL that cannot be
 * read.
 */
const WRONG_CERTIFICATE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|HOSTNAME_|ENOENT|EACCES)/;
/** Messages of the driver without a code: the server has no TLS, or the URL lacks a password. */
const WRONG_URL = /does not support SSL|password must be a/;

/** Time limit of queries during a start. */
export const START_LIMIT = { query_timeout: TIMEOUTS.answerMs };

/**
 * Connects to a server that may still be starting.
 *
 * @throws {StorageFormatError} at once when it rejects name, password or database, or TLS does not correspond to the
 * URL.
 * @throws {StorageUnavailableError} when it gave no connection within ten seconds.
 */
export async function waitForServer(url: string): Promise<Client> {
  const from = performance.now();
  for (;;) {
    const leftMs = WAIT_FOR_SERVER.withinMs - (performance.now() - from);
    try {
      return await connect(url, Math.min(leftMs, TIMEOUTS.connectAtStartMs));
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string };
      if (isFinal(code, message)) {
        throw new StorageFormatError(`PostgreSQL refused the connection: ${message}`, { cause: error });
      }
      if (performance.now() - from + WAIT_FOR_SERVER.everyMs > WAIT_FOR_SERVER.withinMs) {
        const reason = message === '' ? String(code) : message;
        throw new StorageUnavailableError(
          `PostgreSQL gave no connection within ${WAIT_FOR_SERVER.withinMs / 1_000} s: ${reason}`,
          { cause: error },
        );
      }
      await sleep(WAIT_FOR_SERVER.everyMs);
    }
  }
}

/** Whether waiting cannot help. */
function isFinal(code: string | undefined, message: string): boolean {
  if (code === undefined) return WRONG_URL.test(message);
  return REFUSED.test(code) || WRONG_CERTIFICATE.test(code);
}

/** Facts about the server and this connection. */
export interface ServerFacts {
  /** Version as the server states it: `15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string;
  /** Reason why the service cannot store data on it; null: it can. */
  readonly refusal: string | null;
  /** Settings that risk data or secrets although everything works. */
  readonly warnings: readonly string[];
}

/** Reads the facts of a server. @throws when the server gives no answer in time. */
export async function readServer(client: Client): Promise<ServerFacts> {
  const [row] = await exchange(client, [{ sql: SERVER, values: [] }], START_LIMIT);
  const facts = row as SqlRow;
  return { version: String(facts.version), refusal: findRefusal(facts), warnings: listWarnings(facts) };
}

const SERVER = `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
  current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
  current_setting('idle_in_transaction_session_timeout') AS idle_timeout,
  COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
  COALESCE(inet_server_addr() IS NOT NULL AND inet_client_addr() <> inet_server_addr(), false) AS remote`;

function findRefusal({ version, number, encoding, read_only }: SqlRow): string | null {
  if (Number(number) < MIN_SERVER * 10_000) {
    return `PostgreSQL ${version} is too old: ${MIN_SERVER} or newer is needed`;
  }
  if (encoding !== 'UTF8') return `the database has the encoding ${encoding}: UTF8 is needed`;
  if (read_only === 1) return 'the database is read only (a replica?): name the server that takes writes';
  return null;
}

function listWarnings({ fsync, full_page_writes, idle_timeout, encrypted, remote }: SqlRow): string[] {
  const warnings: string[] = [];
  for (const [name, value] of Object.entries({ fsync, full_page_writes })) {
    if (value !== 'off') continue;
    // Some hosts keep commits safe without these settings, so the server is not refused.
    warnings.push(
      `${name} is off on the server: unless its storage makes up for it, a crash of the machine loses acknowledged money`,
    );
  }
  if (idle_timeout === '0') {
    warnings.push(
      "sessions of this user may hold the ledger's lock for as long as they like: ALTER ROLE ... SET idle_in_transaction_session_timeout = '1s'",
    );
  }
  if (remote === 1 && encrypted !== 1) {
    warnings.push('the connection to another machine is not encrypted: add ?sslmode=verify-full to the URL');
  }
  return warnings;
}
