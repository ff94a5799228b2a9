import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { lockDirectory } from '../../src/storage/sqlite/directory-lock.ts';
import { runCommand } from '../support/run-command.ts';
import { removePlace } from '../support/service-data.ts';

test('ledger accept opens a ledger that does not fit its past, and nothing else', async (t) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-accept-'));
  t.after(() => removePlace(dataDir));
  const mark = path.join(dataDir, 'ledger-audit.mark');
  const run = (...args: string[]) => runCommand(args, { CROSSTAPE_DATA_DIR: dataDir });
  const credit = (ref: string) => run('credit', '--owner', 'ann', '--usd', '5', '--ref', ref);
  assert.equal((await credit('a')).code, 0);

  const rows: [args: string[], says: RegExp][] = [
    [[], /name --restored or --rewritten/],
    [['--restored'], /fits its past: nothing was written/],
    [['--rewritten'], /needs --hash/],
    [['--restored', '--hash', 'ab'], /takes none/],
    [['--restored', '--rewritten'], /cannot be used with/],
  ];
  for (const [args, says] of rows) {
    const { code, err } = await run('ledger', 'accept', ...args);
    assert.equal(code, 2, err);
    assert.match(err, says);
  }
  assert.equal(existsSync(mark), false);

  const text = `9 ${'ab'.repeat(32)} 1763700000000\n`;
  writeFileSync(mark, text);
  const audit = await run('ledger', 'audit');
  assert.equal(audit.code, 1);
  assert.match(audit.out, /past: the ledger does not fit its past: transfer 9 with hash abab/);

  const lock = lockDirectory(dataDir, 'service.lock');
  assert.equal((await run('ledger', 'accept', '--restored')).code, 3);
  await lock.release();
  assert.equal(readFileSync(mark, 'utf8'), text);

  const { code, out, err } = await run('ledger', 'accept', '--restored', '--json');
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).lastTransfer, 1);
  assert.match(readFileSync(mark, 'utf8'), /^1 [0-9a-f]{64} \d+\n$/);
  assert.equal((await run('ledger', 'audit')).code, 0);
  assert.equal((await run('ledger', 'accept', '--restored')).code, 2);
  assert.equal((await credit('b')).code, 0);
  const review = JSON.parse((await run('review', 'list', '--json')).out);
  assert.equal(review.counts.ledger_restored.count, 1);
  const { actions } = JSON.parse((await run('admin', 'actions', '--json')).out);
  const accepted = actions.find(({ action }: { action: string }) => action === 'ledger.accept');
  assert.deepEqual([accepted.target, accepted.address], ['rolled_back', null]);
});
