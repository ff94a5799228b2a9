import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ColumnBuilder } from '../columns/columns.ts';
import {
  BatchMessageError,
  BatchMessageReader,
  encodeArray,
  encodeRows,
  parseBatchMessage,
} from './batch-messages.ts';

const rows = new ColumnBuilder();
rows.push(1_763_700_000_000, 0.5, Number.NaN, 3);
rows.push(-5, 0.25, 12.5, 0);

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test('messages and records are read however the bytes are cut', async () => {
  const series = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX' };
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify({ kind: 'open', fileSha256: 'a'.repeat(64), asset: null })}\n`),
    Buffer.from(`${JSON.stringify({ kind: 'rows', series, count: 2 })}\n`),
    encodeRows(rows),
    Buffer.from(`${JSON.stringify({ kind: 'end' })}\n`),
  ]);
  for (const size of [1, 7, 64, bytes.length]) {
    const reader = new BatchMessageReader(cut(bytes, size), 1_000);
    assert.equal((await reader.next()).kind, 'open');
    assert.deepEqual(await reader.next(), { kind: 'rows', series, count: 2 });
    const { t, p, v, s, length } = await reader.readRows(2);
    assert.deepEqual(
      [[...t], [...p], [...v], [...s], length],
      [[1_763_700_000_000, -5], [0.5, 0.25], [Number.NaN, 12.5], [3, 0], 2],
    );
    assert.equal((await reader.next()).kind, 'end');
    await assert.rejects(reader.next(), { name: 'BatchMessageError' });
  }
});

test('what no command sends is refused', async () => {
  for (const line of [
    'rows',
    'null',
    '{}',
    '{"kind":"rows"}',
    '{"kind":"rows","series":{"venue":"nowhere","storeKey":"a","asset":"a"},"count":1}',
    '{"kind":"rows","series":{"venue":"kalshi","storeKey":"a","asset":"a"},"count":9999999}',
    '{"kind":"open","fileSha256":"A","asset":null}',
  ]) {
    assert.throws(() => parseBatchMessage(line), { name: 'BatchMessageError' }, line);
  }
  for (const mark of [
    { key: 'twap60-btc#1' },
    { relay: 'a,b' },
    { text: '1e3' },
    { text: '01' },
    { count: -1 },
    { place: 0 },
  ]) {
    const marks = [
      { key: 'twap60-btc', t: 0, text: '1', receivedAt: 1, relay: 'rtds', count: null, ...mark },
    ];
    const bytes = encodeArray(marks);
    const reader = new BatchMessageReader(cut(bytes, 9), 1_000);
    await assert.rejects(reader.readMarks(bytes.length), BatchMessageError, JSON.stringify(mark));
  }
  const unknownSource = encodeRows(rows);
  unknownSource[unknownSource.length - 1] = 0x80;
  await assert.rejects(new BatchMessageReader(cut(unknownSource, 9), 1_000).readRows(2), RangeError);
  const endless = new BatchMessageReader(cut(Buffer.alloc(100_000, 'x'), 1_000), 1_000);
  await assert.rejects(endless.next(), /too long/);
});

test('a sender that says nothing is not waited for without end', async () => {
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
  await assert.rejects(new BatchMessageReader(silent, 5).next(), /no message arrived for 5 ms/);
});
