import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { epochMs } from '../../src/domain/index.ts';
import { toColumns } from '../../src/history/columns/columns.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { emptyDirectory, runCommand } from '../support/run-command.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../docs/mending-an-import.md'), 'utf8');
/** As the page shows one. */
const ID = '20261122-0455-7f3a';
const TIME = '2026-11-22T04:55:12.031Z';
const FIRST = Date.UTC(2026, 10, 20);
const SERIES = { venue: 'kalshi', storeKey: 'kxbtcd', asset: 'kalshi-kxbtcd' } as const;

/** Commands of the page with what they print, and those within its sentences. */
function readCommands(): readonly { readonly command: string; readonly prints: string | null }[] {
  const blocks = [...PAGE.matchAll(/ *```\n([\s\S]*?) *```/g)].map(([, text = '']) => {
    const [command = '', ...lines] = text.split('\n').map((line) => line.trim());
    return { command, prints: lines.join('\n') };
  });
  const inline = [...PAGE.matchAll(/`(crosstape [^`\n]+)`/g)].map(([, command = '']) => ({
    command,
    prints: null,
  }));
  return [...blocks, ...inline];
}

test('the guide to mending an import does what it shows, command by command', {
  timeout: 120_000,
}, async (t) => {
  const dataDir = await emptyDirectory(t);
  const history = await openSqliteHistory({ dataDir });
  const rows = Array.from({ length: 1_440 }, (_, i) => ({
    t: epochMs(FIRST + i * 60_000),
    p: (i % 90) / 100,
  }));
  // A back-fill had some of them before: the import skips those.
  await history.insert(
    SERIES,
    toColumns(rows.slice(0, 60).map((row) => ({ ...row, v: null, s: 'backfill' }))),
  );
  await history.close();
  const file = path.join(dataDir, 'wrong.csv');
  const lines = rows.map(({ t: time, p }, i) => `${time},${p},${i < 60 ? 'backfill' : ''}`);
  await writeFile(file, `t,p,s\n${lines.join('\n')}\n`);

  const run = (args: readonly string[]) => runCommand([...args, '--data-dir', dataDir], {});
  const imported = await run(['import', SERIES.venue, SERIES.storeKey, file]);
  assert.equal(imported.code, 0, imported.err);
  const id = /batch (\S+)/.exec(imported.out)?.[1] ?? '';
  const commands = readCommands();
  assert.deepEqual(
    commands.map(({ command }) => command),
    ['crosstape import --list', `crosstape import --undo ${ID}`],
  );
  for (const { command, prints } of commands) {
    const { code, out, err } = await run(command.replace(ID, id).split(' ').slice(1));
    assert.equal(code, 0, err);
    const said = out.replaceAll(id, ID).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, TIME);
    // A bar of progress goes before what is printed.
    if (prints !== null) assert.ok(said.endsWith(prints.endsWith('\n') ? prints : `${prints}\n`), said);
  }
  const after = await openSqliteHistory({ dataDir });
  assert.equal((await after.read(SERIES, { limit: 2_000 })).columns.length, 60);
  await after.close();
});
