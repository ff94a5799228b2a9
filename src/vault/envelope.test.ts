import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cryptoRandom } from '../domain/index.ts';
import { EnvelopeError, open, rewrap, seal } from './envelope.ts';
import { type KeyEncryptionKey, parseKeyEncryptionKeys } from './key-encryption-key.ts';

const buildKey = (byte: number): KeyEncryptionKey => {
  const [key] = parseKeyEncryptionKeys(Buffer.alloc(32, byte).toString('base64'));
  return key as KeyEncryptionKey;
};
const KEY = buildKey(1);
const PLACE = { owner: 'owner_1', venue: 'kalshi', kind: 'apiKey' };
const TEXT = Buffer.from('{"keyId":"k","privateKeyPem":"p"}');

test('what was sealed opens in its place under its key', () => {
  const envelope = seal(TEXT, PLACE, KEY, cryptoRandom);
  assert.deepEqual(open(envelope, PLACE, KEY), TEXT);
  assert.equal(Buffer.from(envelope.box).includes('keyId'), false);
});

test('sealing twice gives nothing that is equal', () => {
  const [a, b] = [seal(TEXT, PLACE, KEY, cryptoRandom), seal(TEXT, PLACE, KEY, cryptoRandom)];
  assert.notDeepEqual(a.box, b.box);
  assert.notDeepEqual(a.wrap, b.wrap);
});

test('moved to another owner, venue or kind it does not open', () => {
  const envelope = seal(TEXT, PLACE, KEY, cryptoRandom);
  for (const other of [{ owner: 'owner_2' }, { venue: 'limitless' }, { kind: 'wallet' }]) {
    assert.throws(() => open(envelope, { ...PLACE, ...other }, KEY), EnvelopeError);
  }
});

test('a change of any byte, and any cut, is noticed', () => {
  const envelope = seal(TEXT, PLACE, KEY, cryptoRandom);
  for (const part of ['wrap', 'box'] as const) {
    for (let i = 0; i < envelope[part].length; i++) {
      const changed = Uint8Array.from(envelope[part]);
      changed[i] = changed[i]! ^ 1;
      assert.throws(() => open({ ...envelope, [part]: changed }, PLACE, KEY), EnvelopeError);
      const cut = envelope[part].slice(0, i);
      assert.throws(() => open({ ...envelope, [part]: cut }, PLACE, KEY), EnvelopeError, `${part} of ${i}`);
    }
  }
});

test('another key does not open it, under its own id or a borrowed one', () => {
  const envelope = seal(TEXT, PLACE, KEY, cryptoRandom);
  assert.throws(() => open(envelope, PLACE, buildKey(2)), /sealed under key/);
  assert.throws(() => open(envelope, PLACE, { ...buildKey(2), id: KEY.id }), EnvelopeError);
});

test('rotation changes the wrap alone', () => {
  const before = seal(TEXT, PLACE, KEY, cryptoRandom);
  const after = rewrap(before, PLACE, { from: KEY, to: buildKey(2) }, cryptoRandom);
  assert.deepEqual(after.box, before.box);
  assert.deepEqual(open(after, PLACE, buildKey(2)), TEXT);
  assert.throws(() => open(after, PLACE, KEY), EnvelopeError);
});

test('keys are 32 bytes of base64, each once', () => {
  const base64 = (length: number, byte = 1) => Buffer.alloc(length, byte).toString('base64');
  assert.equal(parseKeyEncryptionKeys(`${base64(32)}, ${base64(32, 2)}`).length, 2);
  assert.match(KEY.id, /^[0-9a-f]{8}$/);
  for (const wrong of ['', base64(31), base64(33), `${base64(32)},`, 'x'.repeat(44), `!${base64(32)}`]) {
    assert.throws(() => parseKeyEncryptionKeys(wrong), /must be 32 bytes in base64/, wrong);
  }
  assert.throws(() => parseKeyEncryptionKeys(`${base64(32)},${base64(32)}`), /given twice/);
});
