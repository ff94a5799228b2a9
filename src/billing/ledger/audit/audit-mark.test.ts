import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { checkAuditMark, keepAuditMark, type PastReads, writeAuditMark } from './audit-mark.ts';

const HASH = new Uint8Array(32).fill(7);
const NOW = epochMs(1_763_700_000_000);
const FILE = 'ledger-audit.mark';

function emptyDirectory(t: TestContext): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'crosstape-mark-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const reads: PastReads = {
  findHash: async () => HASH,
  findEnd: async () => ({ lastTransfer: 3, lastHash: HASH }),
  findLastAudit: async () => null,
};

test('a mark that is absent, of another form or no file vouches for nothing', async (t) => {
  const directory = emptyDirectory(t);
  assert.equal((await checkAuditMark(directory, reads)).fits, false);
  writeFileSync(path.join(directory, FILE), 'three');
  assert.equal((await checkAuditMark(directory, reads)).fits, false);
  rmSync(path.join(directory, FILE));
  mkdirSync(path.join(directory, FILE));
  assert.equal((await checkAuditMark(directory, reads)).fits, false);
});

test('a mark that was written fits its ledger, with the time of its audit and as older versions wrote it', async (t) => {
  const directory = emptyDirectory(t);
  writeAuditMark(directory, { lastTransfer: 3, lastHash: HASH }, NOW);
  assert.deepEqual(await checkAuditMark(directory, reads), { fits: true, mismatch: null });
  writeFileSync(path.join(directory, FILE), `3 ${Buffer.from(HASH).toString('hex')}\n`);
  assert.deepEqual(await checkAuditMark(directory, reads), { fits: true, mismatch: null });
});

test('errors that are no file’s are thrown', async (t) => {
  const directory = emptyDirectory(t);
  await assert.rejects(checkAuditMark(`${directory}\0`, reads), { code: 'ERR_INVALID_ARG_VALUE' });
  assert.throws(() => writeAuditMark(`${directory}\0`, { lastTransfer: 3, lastHash: HASH }, NOW), {
    code: 'ERR_INVALID_ARG_VALUE',
  });
  assert.throws(() => keepAuditMark(`${directory}\0`, NOW), { code: 'ERR_INVALID_ARG_VALUE' });
  assert.doesNotThrow(() => keepAuditMark(directory, NOW), 'there is none to keep');
});
