import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { type AssetRef, buildPerpAsset, epochMs } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Pulses } from '../../../feed/pulses/pulses.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import type { LogReader } from './log-reader.ts';
import { SignalSource } from './signal-source.ts';

/** A source whose bundles are of their asset alone, and how many of each were logged. */
function openSource(t: TestContext, { isHanging = false } = {}) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  const pulsed = new Set<() => void>();
  const made = new Map<string, number>();
  let begun = 0;
  const source = new SignalSource({
    feed: { find: () => null } as unknown as Feed,
    pulses: {
      subscribe: (_ref, listener) => {
        const pulse = listener as () => void;
        pulsed.add(pulse);
        return () => pulsed.delete(pulse);
      },
    } as Partial<Pulses> as Pulses,
    m2m: {
      bundles: {
        prepare: () => undefined,
        buildBundle: ({ ref }: { ref: AssetRef }) => {
          begun++;
          return isHanging ? new Promise(() => undefined) : Promise.resolve({ asset: ref.asset });
        },
      },
      views: { build: () => ({ venueTime: null, receivedAt: null }) },
    } as unknown as M2m,
    clock: () => epochMs(now),
    now: () => now,
    log: pino({ enabled: false }),
  });
  return {
    source,
    made,
    begun: () => begun,
    follow: (refs: readonly AssetRef[]) => {
      const readers = new Set([{ assets: refs.length } as LogReader]);
      return refs.map((ref) => {
        const stop = source.hear(ref, () => made.set(ref.asset, (made.get(ref.asset) ?? 0) + 1));
        const release = source.want(ref, readers);
        return () => {
          release();
          stop();
        };
      });
    },
    /** Lets time pass in which every asset moves. @param moves Whether they move. */
    pass: async (ms: number, moves = true) => {
      for (let passed = 0; passed < ms; passed += 250) {
        if (moves) for (const pulse of pulsed) pulse();
        now += 250;
        t.mock.timers.tick(250);
        for (let i = 0; i < 5; i++) await Promise.resolve();
      }
    },
  };
}

const nameAssets = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => buildPerpAsset(`${prefix}${i}`));

test('few assets have a bundle every 1.5 s, and one after 15 quiet seconds', async (t) => {
  const { made, follow, pass } = openSource(t);
  const [ref] = nameAssets('A', 1);
  follow([ref!]);
  await pass(15_000);
  assert.equal(made.get(ref!.asset), 10);
  await pass(1_500);
  await pass(30_000, false);
  assert.equal(made.get(ref!.asset), 13);
});

test('all readers together have 40 bundles a second, of all assets alike', async (t) => {
  const { made, follow, pass } = openSource(t);
  follow(nameAssets('A', 200));
  await pass(20_000);
  assert.deepEqual([...new Set(made.values())], [4]);
  assert.equal(made.size, 200);
});

test('readers of many assets have bundles at the same time, not one after the other', async (t) => {
  const { made, follow, pass } = openSource(t);
  for (const prefix of ['A', 'B', 'C', 'D', 'E']) follow(nameAssets(prefix, 200));
  await pass(5_000);
  const counts = Map.groupBy(made.keys(), (asset) => asset.slice(0, 4));
  assert.deepEqual(
    [...counts.values()].map((assets) => assets.length),
    [40, 40, 40, 40, 40],
  );
});

test('a reader of few assets does not wait behind one of many', async (t) => {
  const { source, made, follow, pass } = openSource(t);
  follow(nameAssets('A', 200));
  const [ref] = nameAssets('B', 1);
  const [leave] = follow([ref!]);
  await pass(60_000);
  assert.equal(made.get(ref!.asset), 40);
  const others = [...made].filter(([asset]) => asset !== ref!.asset).map(([, count]) => count);
  assert.ok(Math.min(...others) >= 11 && Math.max(...others) <= 13, others.join());
  assert.notEqual(source.newest(ref!.asset), null);
  leave?.();
  assert.equal(source.newest(ref!.asset), null, 'a frame from before is not shown to a reader of later');
});

test('bundles that wait for a venue count, so that no more than ten are made at once', async (t) => {
  const { begun, follow, pass } = openSource(t, { isHanging: true });
  follow(nameAssets('A', 50));
  await pass(5_000);
  assert.equal(begun(), 10);
});
