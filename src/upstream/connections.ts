import type { LookupAddress, LookupAllOptions } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

/** Resolves a name to all of its addresses, like `dns.lookup`. */
export type LookupAll = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectionGuardOptions {
  readonly lookup: LookupAll;
  /** Whether an address is outside the public Internet. */
  readonly isPrivate: (address: string) => boolean;
  /** Whether `localhost` is allowed whatever its address is. Default: true. */
  readonly trustsLocalhost?: boolean;
}

/** Error of a name that resolved to an address to which the service must not connect. */
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
 * Creates the lookup function of connections. It checks each address before the connection is made and returns only
 * checked addresses. A name that changes its address in between (DNS rebinding) is checked again with the next
 * connection.
 *
 * One private address among several refuses the name, because the operating system chooses the address to which it
 * connects. `localhost` is allowed by default, because by definition it is this machine.
 */
export function guardLookup({
  lookup,
  isPrivate,
  trustsLocalhost = true,
}: ConnectionGuardOptions): LookupFunction {
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
      const isTrusted = trustsLocalhost && host === 'localhost';
      const refused = isTrusted ? undefined : addresses.find(({ address }) => isPrivate(address));
      if (refused !== undefined) return done(new PrivateAddressError(host, refused.address), [], undefined);
      const [first] = addresses;
      if (options.all === true || first === undefined) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

let agents: { readonly http: http.Agent; readonly https: https.Agent } | null = null;

/**
 * Makes every later connection of this process use {@link guardLookup}: requests by `fetch`, and streams that use
 * {@link createStreamAgent}. Intended for the start of a process, because it cannot be undone.
 */
export async function guardConnections(options: ConnectionGuardOptions): Promise<void> {
  const lookup = guardLookup(options);
  // Loaded only here, because undici consists of a hundred modules and only a service in production needs it.
  const { Agent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new Agent({ connect: { lookup } }));
  agents = { http: new http.Agent({ lookup }), https: new https.Agent({ lookup }) };
}

/** Returns the agent for a stream's connection. undefined when connections are not guarded. */
export function createStreamAgent(url: string): http.Agent | undefined {
  return agents?.[/^(wss|https):/.test(url) ? 'https' : 'http'];
}

/**
 * Finds the hosts whose names currently resolve to a private address. Names that cannot be resolved in time are not
 * included, since each connection is checked separately.
 *
 * @param waitMs Maximum time in ms to wait for the resolver.
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
