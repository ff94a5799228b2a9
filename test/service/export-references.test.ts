import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import { epochMs, REFERENCES } from '../../src/domain/index.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { parseManifest } from '../../src/history/tree/manifest.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';

const AT = epochMs(Date.UTC(2026, 5, 1));
const KEYS = ['twap60-btc', 'rti-btc'];

test('reference prices are exported as a series and as a tree, with their marks', async (t) => {
  const dataDir = await emptyDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  const value = { venue: REFERENCES, t: AT, p: 0.1 + 0.2, v: null, s: 'poll' } as const;
  const btc = {
    venue: 'hyperliquid',
    storeKey: 'perp-btc',
    asset: 'hl-BTC',
    t: AT,
    p: 1,
    v: null,
    s: 'poll',
  } as const;
  const mark = { t: AT, place: 0, text: '0.300000000000000044', receivedAt: AT, relay: 'rtds', count: null };
  await history.append([...KEYS.map((key) => ({ ...value, storeKey: key, asset: `ref-${key}` })), btc], {
    venue: REFERENCES,
    at: AT,
    changed: [],
    marks: KEYS.map((key) => ({ ...mark, key })),
  });
  await history.close();

  const place = ['--data-dir', dataDir];
  for (const key of ['twap60-btc', 'REF-Twap60-BTC']) {
    const { code, out, err } = await runCommand(['export', 'REF', key, ...place], {});
    assert.deepEqual([code, out], [0, `t,p,v,s\r\n${AT},0.30000000000000004,,poll\r\n`], err);
  }
  for (const [choice, keys] of [
    [['--venue', 'ref'], KEYS],
    [['--asset', 'Ref-RTI-btc'], ['rti-btc']],
  ] as const) {
    const tree = path.join(await emptyDirectory(t), 'tree');
    const { code, err } = await runCommand(
      ['export', ...choice, '--format', 'arrow', '-o', tree, ...place],
      {},
    );
    assert.equal(code, 0, err);
    const read = async (name: string) => tableFromIPC(await readFile(path.join(tree, name))).toArray();
    const { parts } = parseManifest(await readFile(path.join(tree, 'manifest.json'), 'utf8'));
    const folder = 'observations/venue=ref/date=2026-06-01/part-0.arrow';
    assert.deepEqual(
      parts.filter(({ table }) => table === 'observations').map(({ path: name }) => name),
      [folder],
    );
    const sorted = keys.toSorted();
    const values = (await read(folder)).map(({ asset, p, s }) => [asset, p, s]);
    assert.deepEqual(
      values,
      sorted.map((key) => [`ref-${key}`, 0.1 + 0.2, 'poll']),
    );
    const marks = (await read('marks.arrow')).map(({ key, text, relay, count }) => [key, text, relay, count]);
    assert.deepEqual(
      marks,
      sorted.map((key) => [key, mark.text, 'rtds', null]),
    );
    assert.deepEqual(await read('settled.arrow'), []);
  }
});
