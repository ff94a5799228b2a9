/**
 * One process of `memory-beside.ts`: what the feed of one checkout keeps of one venue, in bytes, on standard output.
 *
 * Usage: node bin/with-node24 --expose-gc bench/venues/memory-of.ts <checkout> <venue> <address> <polls>
 */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [root = '', venue = '', url = '', polls = '2'] = process.argv.slice(2);
const load = async (file: string) =>
  (await import(pathToFileURL(path.join(root, 'src', file)).href)) as Readonly<Record<string, never>>;

interface Feed {
  start(): void;
  stop(): Promise<void>;
  health(venue: string): { readonly okCount: number; readonly lastError: unknown };
}
type Make<Made> = (options: unknown) => Made;

const { createAdapters } = (await load('venues/registry.ts')) as unknown as {
  createAdapters: Make<ReadonlyMap<string, unknown>>;
};
const { LocalFeed } = (await load('feed/local/local-feed.ts')) as unknown as {
  LocalFeed: new (options: unknown) => Feed;
};
const ADDRESSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  hyperliquid: { url, wsUrl: url },
  polymarket: { gammaUrl: `${url}/gamma`, clobUrl: `${url}/clob`, dataUrl: `${url}/data`, wsUrl: url },
  kalshi: { url: `${url}/trade-api/v2`, wsUrl: url },
  limitless: { url: `${url}/limitless`, wsUrl: url },
};
/** Long enough to measure between two polls: one that is under way holds its rows. */
const POLL_MS = 6_000;

/** Opens a feed after this many polls. The first one of a process also compiles its code. */
async function pollOften(): Promise<Feed> {
  const settings = { pollMs: POLL_MS, maxMarkets: 5_000, addresses: ADDRESSES[venue] };
  const clock = () => Date.now();
  const common = { clock, random: () => 0.5 };
  const adapters = createAdapters({
    ...common,
    config: { feed: { venues: [venue], streams: false, adapters: { [venue]: settings } } },
    secrets: { kalshiKey: null },
    userAgent: 'crosstape-bench',
  });
  let fault: unknown = null;
  const feed = new LocalFeed({
    ...common,
    adapters: [...adapters.values()],
    pollMs: () => POLL_MS,
    record: async () => undefined,
    onFailure: (_: unknown, error: unknown) => (fault = error),
    onFault: (error: unknown) => (fault = error),
  });
  feed.start();
  while (feed.health(venue).okCount < Number(polls)) {
    if (fault !== null) throw fault;
    await wait(20);
  }
  return feed;
}

/** Bytes in use after everything that nobody holds is gone. */
async function measure(): Promise<number> {
  for (let round = 0; round < 6; round++) {
    globalThis.gc?.();
    await wait(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

await (await pollOften()).stop();
const before = await measure();
const feed = await pollOften();
const held = (await measure()) - before;
await feed.stop();
process.stdout.write(`${held}\n`);
