import { lookup } from 'node:dns';
import { isLoopbackHost, isPrivateAddress } from '../config/addresses.ts';
import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import { listUpstreamUrls } from '../config/upstreams.ts';
import { type ConnectionGuardOptions, findPrivateHosts, guardConnections } from '../upstream/connections.ts';

/** A resolver that takes longer holds up no start: each connection is checked separately. */
const MAX_WAIT_MS = 2_000;

/**
 * Keeps a process in production from connecting to private addresses by name, now and whenever a name moves.
 *
 * @throws {ConfigError} that names every setting whose host leads inside a private network.
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
