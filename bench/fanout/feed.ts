import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { wallClock } from '../../src/domain/index.ts';
import type { Feed } from '../../src/feed/feed.ts';
import { openPublishing } from '../../test/servers/shared-feed.ts';
import { FakeAdapter, FakeStream } from '../../test/support/fake-adapter.ts';
import { quietFeed } from '../../test/support/quiet-feed.ts';
import { nameAssets, sayUpdates } from './load.ts';

/**
 * Publishes updates for a while and says what that cost. Arguments: way (`none`, `frames`, `messages`), url, tag, updates a
 * second, seconds.
 */
const [way = '', url = '', tag = '', perSecond = '', seconds = ''] = process.argv.slice(2);
const rate = Number(perSecond);
const stream = new FakeStream(nameAssets(rate));
const adapter = new FakeAdapter('kalshi', stream);
const live = quietFeed([adapter], wallClock);
const refs = new Map(nameAssets(rate).map((asset) => [asset, live]));
// Listed, as far as pulses ask.
const feed: Feed = Object.assign(Object.create(live), {
  venues: ['kalshi'],
  onUpdate: stream.onUpdate.bind(stream),
  onSnapshot: () => () => undefined,
  find: (asset: string) =>
    refs.has(asset)
      ? { ref: { asset, venue: 'kalshi', kind: 'kalshi', storeKey: asset }, price: null }
      : null,
});

const stop = await (way === 'frames' ? publishFrames() : way === 'messages' ? publishMessages() : nothing());
await sleep(500);
const before = process.cpuUsage();
const from = performance.now();
const end = sayUpdates(rate, (update) => stream.say(update));
await sleep(Number(seconds) * 1_000);
const said = end();
const { user, system } = process.cpuUsage(before);
const ms = performance.now() - from;
await sleep(300);
process.stdout.write(`${JSON.stringify({ said, cpuFrac: (user + system) / 1_000 / ms })}\n`);
await stop();

async function nothing() {
  stream.onUpdate(() => undefined);
  return async () => undefined;
}

async function publishFrames() {
  const publishing = await openPublishing(url, tag, {
    feed,
    adapters: new Map([['kalshi', adapter]]),
    clock: wallClock,
    onFault: (error) => process.stderr.write(`${String(error)}\n`),
  });
  publishing.pulses.start();
  return () => publishing.close();
}

/** Publishes in the simplest way: each pulse is a message of its own. */
async function publishMessages() {
  const client = createClient({ url });
  await client.connect();
  stream.onUpdate((update) => {
    client.publish(`${tag}:p:kalshi`, JSON.stringify(update)).catch(() => undefined);
  });
  return () => client.close();
}
