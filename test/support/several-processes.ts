import { Haproxy, hasHaproxy } from '../../scripts/scaled/haproxy.ts';
import { RoundRobinProxy } from '../../scripts/scaled/round-robin.ts';
import type { App, AppOptions } from '../../src/app/assemble.ts';
import { startApp } from '../../src/app/assemble.ts';
import { changeConfig } from '../../src/config/config.ts';
import type { Role } from '../../src/config/roles.ts';
import { findFreePort } from '../servers/free-port.ts';

/**
 * Number of api processes that answer in this run, behind a proxy and beside one that is feed and bot; 0: one process
 * is the whole service. Needs CROSSTAPE_TEST_DATABASE_URL, and CROSSTAPE_TEST_REDIS_URL of a Redis or Valkey server.
 * The same test files run on both (`scripts/test-roles.ts`).
 */
export const API_PROCESSES = Number(process.env.CROSSTAPE_TEST_API_PROCESSES ?? 0);

const REDIS_URL = process.env.CROSSTAPE_TEST_REDIS_URL;
const INTERNAL_TOKEN = 'internal-token-of-these-tests-0123456789';

/** A service as its callers see it: where its two APIs answer, and its feed. */
export type WholeApp = App & { readonly botUrl: string };

/** Starts what `startApp` would as several processes, each an object of this one, with all that they share on servers. */
export async function startSeveral({ config, secrets, ...options }: AppOptions): Promise<WholeApp> {
  const ports: number[] = [];
  while (ports.length < API_PROCESSES + 5) ports.push(await findFreePort());
  const [freeMain = 0, mainBot = 0, bot = 0, feedPort = 0, internalPort = 0, ...apiPorts] = ports;
  // Callers find a service that starts again where it was.
  const main = config.server.port === 0 ? freeMain : config.server.port;
  const proxyUrl = `http://127.0.0.1:${main}`;
  const botUrl = `http://127.0.0.1:${hasHaproxy() ? mainBot : bot}`;
  const lifecycle = new AsyncDisposableStack();
  const start = async (role: Role, port: number): Promise<App> => {
    const isFeed = role !== 'api';
    const app = await startApp({
      ...options,
      config: changeConfig(config, {
        role,
        server: {
          port,
          botPort: bot,
          internalPort,
          drainMs: 0,
          trustedProxies: ['127.0.0.1'],
          publicUrl: proxyUrl,
          botPublicUrl: botUrl,
        },
      }),
      secrets: {
        ...secrets,
        redisUrl: REDIS_URL ?? null,
        internalToken: INTERNAL_TOKEN,
        ...(isFeed ? {} : { vaultKeys: null }),
      },
    });
    return lifecycle.adopt(app, (running) => running.stop());
  };
  try {
    const feed = await start('feed,bot', feedPort);
    // Each keeps the event loop of all of them busy while it starts.
    for (const port of apiPorts) await start('api', port);
    const apiUrl = await startProxy({ main, mainBot }, { apis: apiPorts, bot }, lifecycle);
    return { ...feed, apiUrl, botUrl, stop: () => lifecycle.disposeAsync() };
  } catch (error) {
    await lifecycle.disposeAsync();
    throw error;
  }
}

interface Ports {
  readonly main: number;
  readonly mainBot: number;
}

/** Starts haproxy with the configuration that is shipped, where it is installed. */
async function startProxy(
  { main, mainBot }: Ports,
  backends: { readonly apis: readonly number[]; readonly bot: number },
  lifecycle: AsyncDisposableStack,
): Promise<string> {
  if (hasHaproxy()) {
    lifecycle.adopt(await Haproxy.start({ main, bot: mainBot }, backends), (proxy) => proxy.close());
  } else {
    const proxy = lifecycle.adopt(new RoundRobinProxy(backends.apis), (open) => open.close());
    await proxy.listen(main);
  }
  return `http://127.0.0.1:${main}`;
}
