import { ErrorReply } from '@redis/client';
import { StorageFormatError } from '../service-database.ts';

/** Oldest supported versions. Older servers lack features that the scripts use, or were not tested. */
const FLOORS = { redis: [7, 0], valkey: [7, 2] } as const;

/**
 * Checks the server.
 *
 * @param info Answer of `INFO server`.
 * @throws {StorageFormatError} when the server is too old, or a node of a cluster.
 */
export function requireUsable(info: string): void {
  const facts = new Map(info.split(/\r?\n/).map((line) => line.split(':', 2) as [string, string]));
  // Valkey also states the Redis version from which it was forked.
  const valkey = facts.get('valkey_version');
  const [name, text, floor] =
    valkey === undefined
      ? (['Redis', facts.get('redis_version') ?? '?', FLOORS.redis] as const)
      : (['Valkey', valkey, FLOORS.valkey] as const);
  const [major = 0, minor = 0] = text.split('.').map(Number);
  // The negated condition also rejects a version that is not a number.
  if (!(major > floor[0] || (major === floor[0] && minor >= floor[1]))) {
    throw new StorageFormatError(`${name} ${text} is too old; ${name} ${floor.join('.')} or newer is needed`);
  }
  if (facts.get('redis_mode') === 'cluster' || facts.get('server_mode') === 'cluster') {
    throw new StorageFormatError(
      `${name} is a node of a cluster, which is not supported: name a single server`,
    );
  }
}

/**
 * First words of answers that refuse every write: the server is full, read-only, loading or busy, or denies this user.
 */
const UNAVAILABLE =
  /^(?:OOM|READONLY|MISCONF|LOADING|BUSY|MASTERDOWN|NOREPLICAS|NOAUTH|NOPERM|WRONGPASS|ERR max number of clients)/;
const REFUSED = /^(?:READONLY|NOAUTH|NOPERM|WRONGPASS|ERR (?:AUTH|DB index|invalid password))/;

/**
 * Whether a failure is due to the server or the connection. Any other is our own error: a command that the key or the
 * server does not accept.
 */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof ErrorReply) || UNAVAILABLE.test(error.message);
}

/** Whether the server would also reject the next attempt: rights, name, password, or because it is a replica. */
export function isRefusalOfUse(error: unknown): boolean {
  return error instanceof ErrorReply && REFUSED.test(error.message);
}
