import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { binaryState } from '../../../test/support/markets.ts';
import { epochMs } from '../../domain/index.ts';
import { decodeSnapshot, encodeSnapshot, SnapshotVersionError } from './snapshot-body.ts';

const fetchedAt = epochMs(1_700_000_000_000);

test('a snapshot of many markets comes back whole, and no step of it holds the event loop', async () => {
  const markets = Array.from({ length: 5_000 }, (_, i) => binaryState(`T-${i}`, 0.5));
  const beyondLimit = new Map([
    ['small', null],
    ['ending', fetchedAt],
  ]);
  const poll = { venue: 'kalshi', fetchedAt, emptyBooks: 7, restored: true, beyondLimit, markets } as const;
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const body = await encodeSnapshot(poll);
  const encoding = turns;
  const decoded = await decodeSnapshot(body);
  clearInterval(counting);
  assert.deepEqual(decoded, { ...JSON.parse(JSON.stringify(poll)), beyondLimit });
  assert.ok(encoding > 1 && turns > encoding + 1, `others had ${encoding} and ${turns - encoding} turns`);
});

test('a version that is not known is named, and anything else that is no snapshot is refused', async () => {
  const pack = (...lines: readonly unknown[]) =>
    zstdCompressSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const header = { version: 1, venue: 'kalshi', fetchedAt, emptyBooks: 0, restored: false, count: 1 };
  await assert.rejects(decodeSnapshot(pack({ ...header, version: 2 })), (error: Error) => {
    assert.ok(error instanceof SnapshotVersionError);
    assert.match(error.message, /writes snapshots of version 2, and this process reads 1/);
    return true;
  });
  const market = binaryState('A', 0.5);
  const wrong = [
    Buffer.from('no zstd'),
    pack({ ...header, venue: 'elsewhere' }, market),
    pack(header),
    pack(header, market, market),
    pack(header, { ...market, ref: { ...market.ref, venue: 'polymarket' } }),
    pack(header, 7),
  ];
  for (const body of wrong) await assert.rejects(decodeSnapshot(body));
  // Members that a later release may add are ignored.
  const { markets } = await decodeSnapshot(pack({ ...header, later: 1 }, { ...market, later: 2 }));
  assert.equal(markets.length, 1);
});
