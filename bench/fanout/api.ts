import { createClient } from '@redis/client';
import { buildKalshiAsset, wallClock } from '../../src/domain/index.ts';
import { AssetTopic } from '../../src/http/sse/asset-topic.ts';
import type { StreamHub } from '../../src/http/sse/stream-hub.ts';
import type { StreamReader } from '../../src/http/sse/stream-reader.ts';
import { SliceQueue } from '../../src/scheduling/slices.ts';
import { openFollowing } from '../../test/servers/shared-feed.ts';
import { nameAssets } from './load.ts';

/**
 * Follows all assets and measures how old pulses are when their listeners get them; a reader may come and go. Arguments: way
 * (`frames`, `messages`), url, tag, pulses a second. Messages of the parent: `connect`, `disconnect`, `report`.
 */
export type ToApi =
  | { readonly kind: 'connect'; readonly lastId: string | null }
  | { readonly kind: 'disconnect' | 'report' };
export type FromApi =
  | { readonly kind: 'ready' | 'gone' }
  | { readonly kind: 'event'; readonly text: string }
  | { readonly kind: 'report'; readonly ages: readonly number[]; readonly cpuFrac: number };

/** The asset that the moving reader follows. */
const ref = buildKalshiAsset('T-7');
const [way = '', url = '', tag = '', perSecond = ''] = process.argv.slice(2);
const ages: number[] = [];
const note = (receivedAt: number) => ages.push(Date.now() - receivedAt);
let before = process.cpuUsage();
let from = performance.now();

if (way === 'frames') await followFrames();
else await followMessages();

async function followFrames() {
  const { pulses, frames, feed } = await openFollowing(url, tag, { venues: ['kalshi'], clock: wallClock });
  for (const asset of nameAssets(Number(perSecond))) {
    pulses.subscribe({ ...ref, asset }, ({ pulse }) => note(pulse.receivedAt));
  }
  frames.start();
  await frames.filled;
  void feed;
  const write = (_reader: StreamReader, bytes: Buffer | string) =>
    tell({ kind: 'event', text: String(bytes) });
  const topic = new AssetTopic({
    ref,
    pulses,
    hub: { slices: new SliceQueue(), write } as unknown as StreamHub,
    clock: wallClock,
  });
  let leave: (() => void) | null = null;
  // A reader that leaves while it is still being connected is let go afterwards.
  let last = Promise.resolve();
  process.on('message', (message: ToApi) => {
    last = last.then(() => act(message));
  });
  const act = async (message: ToApi) => {
    if (message.kind === 'connect') {
      if (message.lastId !== null) await pulses.catchUp(ref.asset, message.lastId);
      leave = topic.join({} as StreamReader, message.lastId);
    } else if (message.kind === 'disconnect') {
      leave?.();
      tell({ kind: 'gone' });
    } else report();
  };
  tell({ kind: 'ready' });
}

async function followMessages() {
  const client = createClient({ url });
  await client.connect();
  await client.subscribe(`${tag}:p:kalshi`, (text) => note(JSON.parse(text).receivedAt));
  process.on('message', () => report());
  tell({ kind: 'ready' });
}

/** Reports the measurements since the last report. */
function report(): void {
  const { user, system } = process.cpuUsage(before);
  const cpuFrac = (user + system) / 1_000 / (performance.now() - from);
  tell({ kind: 'report', ages: ages.splice(0), cpuFrac });
  before = process.cpuUsage();
  from = performance.now();
}

function tell(message: FromApi): void {
  process.send?.(message);
}
