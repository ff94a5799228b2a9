import { lookup } from 'node:dns';
import { isLoopbackHost, isPrivateAddress } from '../config/addresses.ts';
import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import { listUpstreamUrls } from '../config/upstreams.ts';
import { type ConnectionGuardOptions, findPrivateHosts, guardConnections } from '../upstream/connections.ts';

/** Longest time that a start waits for the resolver. Each connection is checked again later. */
const MAX_WAIT_MS = 2_000;

/**
 * Prevents a process in production from connecting to private addresses through names, at the start and whenever a name
 * changes its address.
 *
 * @throws {ConfigError} that names every setting whose host has a private address.
 */
export async function keepUpstreamsPublic(
  config: Config,
  guard: ConnectionGuardOptions = { lookup, isPrivate: isPrivateAddress },
): Promise<void> {
  if (!config.production || config.feed.allowPrivateUpstreams) return;
  await guardConnections(guard);
  const upstreams = listUpstreamUrls(SETTINGS, config).filter(({ url }) => !isLoopbackHost(url.hostname));
  const found = await findPrivateHosts(
    upstreams.map(({ url }) => url.hostname),
    guard,
    MAX_WAIT_MS,
  );
  const problems = found.flatMap(({ host, message }) =>
    upstreams
      .filter(({ url }) => url.hostname === host)
      .map(
        ({ variable }) => `${variable}: ${message}; set CROSSTAPE_ALLOW_PRIVATE_UPSTREAMS=on if it is meant`,
      ),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}
