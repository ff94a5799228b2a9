import type { LookupAddress, LookupAllOptions } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type LookupAll = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectionGuardOptions {
  readonly lookup: LookupAll;
  /** Whether an address lies outside of the public Internet. */
  readonly isPrivate: (address: string) => boolean;
}

/** A name led to an address to which the service must not connect. */
export class PrivateAddressError extends Error {
  readonly code = 'EPRIVATE';
  readonly host: string;

  constructor(host: string, address: string) {
    super(`${host} resolves to ${address}, a private address`);
    this.name = 'PrivateAddressError';
    this.host = host;
  }
}

/**
 * The lookup of a connection, which sees each address before the connection is made and hands over only what it has
 * checked: a name that changes its address in between (DNS rebinding) is checked again with the next connection.
 *
 * One private address among several refuses the name: the system chooses which of them it connects to. `localhost`
 * is this machine by definition and means it.
 */
export function guardLookup({ lookup, isPrivate }: ConnectionGuardOptions): LookupFunction {
  return (host, options, done) => {
    const { family, hints, order } = options;
    const wanted = {
      all: true as const,
      ...(family === undefined ? {} : { family }),
      ...(hints === undefined ? {} : { hints }),
      ...(order === undefined ? {} : { order }),
    };
    lookup(host, wanted, (error, addresses) => {
      if (error !== null) return done(error, [], undefined);
      const refused = host === 'localhost' ? undefined : addresses.find(({ address }) => isPrivate(address));
      if (refused !== undefined) return done(new PrivateAddressError(host, refused.address), [], undefined);
      const [first] = addresses;
      if (options.all === true || first === undefined) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

let agents: { readonly http: http.Agent; readonly https: https.Agent } | null = null;

/**
 * Has every later connection of this process looked up by {@link guardLookup}: requests by `fetch`, and streams that
 * ask {@link createStreamAgent}. Meant for the start of a process; there is no way back.
 */
export async function guardConnections(options: ConnectionGuardOptions): Promise<void> {
  const lookup = guardLookup(options);
  // A hundred modules, for a service in production alone.
  const { Agent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new Agent({ connect: { lookup } }));
  agents = { http: new http.Agent({ lookup }), https: new https.Agent({ lookup }) };
}

/** The agent of a stream's connection; undefined while connections are not guarded. */
export function createStreamAgent(url: string): http.Agent | undefined {
  return agents?.[/^(wss|https):/.test(url) ? 'https' : 'http'];
}

/**
 * The names among hosts that lead to a private address just now. One that cannot be resolved in time is not among
 * them: each connection is checked separately.
 *
 * @param waitMs How long the answers of the resolver are waited for.
 */
export async function findPrivateHosts(
  hosts: Iterable<string>,
  options: ConnectionGuardOptions,
  waitMs: number,
): Promise<PrivateAddressError[]> {
  const lookup = guardLookup(options);
  const checks = [...new Set(hosts)].map(
    (host) =>
      new Promise<PrivateAddressError | null>((resolve) => {
        setTimeout(resolve, waitMs, null).unref();
        lookup(host, { all: true }, (error) => resolve(error instanceof PrivateAddressError ? error : null));
      }),
  );
  return (await Promise.all(checks)).filter((problem) => problem !== null);
}
