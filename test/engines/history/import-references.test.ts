import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { callBatches } from '../../../src/cli/data/import-batches.ts';
import { importTreeDirectory } from '../../../src/cli/data/import-tree.ts';
import { EXIT, toExitCode } from '../../../src/cli/exit-codes.ts';
import { DAY_MS, epochMs, NO_NAMES, NO_SETTLING, NO_TERMS, REFERENCES } from '../../../src/domain/index.ts';
import type { HistoryReader } from '../../../src/history/contract/history-store.ts';
import type { RegisteredMarket } from '../../../src/history/contract/market-register.ts';
import type { ReferenceMark } from '../../../src/history/contract/reference-marks.ts';
import { decodeSource } from '../../../src/history/contract/source-codes.ts';
import { encodeForecastDay } from '../../../src/history/forecasts/day-coding.ts';
import { ReferenceRecord } from '../../../src/history/references/reference-record.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { at, DAY_OF_ONE, FIRST_DAY, fresh, NOW, write } from '../../support/history-trees.ts';
import { settledRow } from '../../support/settled-rows.ts';

const MINUTE = 60_000;
const KEYS = ['chainlink-btc', 'rti-btc', 'twap60-btc', 'twap60-eth'];
const MINUTES = 1_600;

const series = (key: string) => ({ venue: REFERENCES, storeKey: key, asset: `ref-${key}` }) as const;
const moment = (minute: number) => epochMs(FIRST_DAY + minute * MINUTE);

/** A value of each series at each whole minute with its mark, and one value between two minutes. */
async function record(
  dataDir: string,
  { relay, minutes }: { readonly relay: string; readonly minutes: number },
) {
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  const values = KEYS.flatMap((key) =>
    Array.from({ length: minutes }, (_, i) => ({
      ...series(key),
      t: moment(i),
      p: 100 + i,
      v: null,
      s: i % 3 === 0 ? ('backfill' as const) : ('poll' as const),
    })),
  );
  const marks = values.map(
    ({ storeKey, t, p }): ReferenceMark => ({
      key: storeKey,
      t,
      place: 0,
      text: `${p}.000000000000000000`,
      receivedAt: epochMs(t + 1_300),
      relay,
      count: null,
    }),
  );
  await history.append(values, { venue: REFERENCES, at: at(0), changed: [], marks });
  // Two equal doubles of one moment, whose texts differed, and an average that stayed incomplete.
  const twice = { ...series('twap60-btc'), t: epochMs(FIRST_DAY + 1_000), p: 7, v: null, s: 'poll' as const };
  await history.append([twice, twice]);
  const incomplete = { ...marks[0]!, key: 'rti60-btc', text: null, count: 59 };
  await history.append([], { venue: REFERENCES, at: at(0), changed: [], marks: [incomplete] });
  await history.close();
}

async function readAll(history: HistoryReader) {
  const values: unknown[] = [];
  for (const key of KEYS) {
    const { columns } = await history.read(series(key), { limit: 100_000 });
    for (let i = 0; i < columns.length; i++)
      values.push([key, columns.t[i]! - FIRST_DAY, columns.p[i], decodeSource(columns.s[i]!)]);
  }
  return { values, marks: (await history.listMarks({ limit: 100_000 })).marks };
}

async function readIn(dataDir: string) {
  const history = await openReadOnlyHistory({ dataDir });
  try {
    return await readAll(history);
  } finally {
    await history.close();
  }
}

async function importInto(dataDir: string, directory: string) {
  let said = '';
  const sink = { write: (text: string) => (said += text) };
  try {
    await importTreeDirectory(directory, { dataDir }, sink, () => epochMs(NOW + DAY_MS));
    return { code: EXIT.done as number, said, id: /batch (\S+)/.exec(said)?.[1] ?? '' };
  } catch (error) {
    return { code: toExitCode(error), said: said + (error as Error).message, id: '' };
  }
}

async function writeOut(dataDir: string, format: 'parquet' | 'jsonl' = 'parquet'): Promise<string> {
  const directory = fresh('tree');
  const selection = { format, compression: format === 'jsonl' ? 'none' : 'zstd' } as const;
  await write(dataDir, directory, { selection });
  return directory;
}

const source = fresh('data');
const ready = record(source, { relay: 'rtds', minutes: MINUTES }).then(() => writeOut(source));

test('values of a tree come as imported, its marks decide nothing, and an undo takes both', async () => {
  const tree = await ready;
  const dataDir = fresh('data');
  const { code, said, id } = await importInto(dataDir, tree);
  assert.equal(code, EXIT.done, said);
  const rows = KEYS.length * MINUTES + 2;
  assert.match(
    said,
    new RegExp(`rows read ${rows}, stored ${rows}, skipped 0\n.*, ${KEYS.length * MINUTES + 1} marks`),
  );
  const [{ values, marks }, own] = [await readIn(dataDir), await readIn(source)];
  assert.deepEqual(
    values,
    own.values.map((value) => [...(value as unknown[]).slice(0, 3), 'import']),
  );
  assert.deepEqual(
    marks,
    own.marks.map((mark) => ({ ...mark, place: -1 })),
  );
  const history = await openSqliteHistory({ dataDir });
  for (const key of [...KEYS, 'rti60-btc'])
    assert.deepEqual(await new ReferenceRecord(history).valuesBetween(key, at(0), NOW), []);
  await history.close();
  await callBatches({ dataDir, undo: id }, { write: () => true });
  assert.deepEqual(await readIn(dataDir), { values: [], marks: [] });
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

test('a tree that comes back to the history that recorded it brings no value and no mark twice', async () => {
  const dataDir = fresh('data');
  await record(dataDir, { relay: 'rtds', minutes: 50 });
  const before = await readIn(dataDir);
  const { said, id } = await importInto(dataDir, await writeOut(dataDir));
  assert.match(said, /stored 0, skipped 202\n.*, 0 marks/);
  assert.deepEqual(await readIn(dataDir), before);
  await callBatches({ dataDir, undo: id }, { write: () => true });
  assert.deepEqual(await readIn(dataDir), before);
});

test('what another history recorded comes beside what was recorded here, and equal values do not', async () => {
  const dataDir = fresh('data');
  await record(dataDir, { relay: 'polybolt', minutes: 50 });
  const own = await readIn(dataDir);
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  await history.append([{ ...series('twap60-btc'), t: moment(51), p: 9, v: null, s: 'poll' }]);
  await history.close();
  const { said } = await importInto(dataDir, await ready);
  // The values of fifty minutes are known; the one that differs is not.
  assert.match(said, new RegExp(`stored ${KEYS.length * (MINUTES - 50)}, skipped ${KEYS.length * 50 + 2}\n`));
  const { values, marks } = await readIn(dataDir);
  assert.deepEqual(
    values.filter(
      (value) => (value as unknown[])[1] === 51 * MINUTE && (value as unknown[])[0] === 'twap60-btc',
    ),
    [
      ['twap60-btc', 51 * MINUTE, 9, 'poll'],
      ['twap60-btc', 51 * MINUTE, 151, 'import'],
    ],
  );
  assert.deepEqual(
    marks.filter(({ place }) => place >= 0),
    own.marks,
  );
  // Another relay brought them at the other history.
  assert.equal(marks.filter(({ place }) => place < 0).length, KEYS.length * MINUTES + 1);
});

/** Kills a process that imports a tree after some of its steps. @returns Whether it was killed before it ended. */
async function killAfter(steps: number, dataDir: string, tree: string): Promise<boolean> {
  const script = join(import.meta.dirname, '../../support/import-tree.ts');
  const child = spawn(process.execPath, [script, dataDir, tree], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let done = 0;
  for await (const _ of child.stdout) {
    child.stdin.write('.');
    if (++done === steps) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  assert.ok(code === 0 || signal === 'SIGKILL');
  return signal === 'SIGKILL';
}

test('an import that is killed twice and then ends has all once, and undone in any order it leaves what was recorded', async () => {
  const tree = await ready;
  const [dataDir, whole] = [fresh('data'), fresh('data')];
  for (const directory of [dataDir, whole]) await record(directory, { relay: 'polybolt', minutes: 20 });
  const before = await readIn(dataDir);
  // The first kill is among the marks, the second one among the values.
  assert.equal(await killAfter(1, dataDir, tree), true);
  const cut = await readIn(dataDir);
  assert.deepEqual([cut.values, cut.marks.length > before.marks.length], [before.values, true]);
  assert.equal(await killAfter(3, dataDir, tree), true);
  assert.ok((await readIn(dataDir)).values.length > before.values.length);
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
  const last = await importInto(dataDir, tree);
  await importInto(whole, tree);
  assert.equal(last.code, EXIT.done, last.said);
  const all = await readIn(dataDir);
  assert.deepEqual(all, await readIn(whole));

  const history = await openSqliteHistory({ dataDir });
  const [first, second] = (await history.listBatches()).map(({ id }) => id);
  // The last one brought all that the second one did.
  await history.undoBatch(second!);
  assert.deepEqual(await readAll(history), all);
  await history.undoBatch(last.id);
  const left = await readAll(history);
  assert.deepEqual(left, cut);
  await history.undoBatch(first!);
  assert.deepEqual(await readAll(history), before);
  await history.close();
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
});

test('what follows from the rest is named as left out', async () => {
  const dataDir = fresh('data');
  await record(dataDir, { relay: 'rtds', minutes: 1 });
  const history = await openSqliteHistory({ dataDir });
  await history.putSettled(settledRow('a'), settledRow('b'));
  await history.putForecastDay(20_000, encodeForecastDay(DAY_OF_ONE), []);
  await history.close();
  const target = fresh('data');
  const { said } = await importInto(target, await writeOut(dataDir));
  assert.match(said, /left out: 8 forecasts; "crosstape calibrate" makes them anew\n/);
  assert.match(said, /left out: 2 verdicts; they are made anew from what is recorded here\n/);
  const imported = await openReadOnlyHistory({ dataDir: target });
  assert.deepEqual((await imported.listSettled({ limit: 9 })).rows, []);
  assert.deepEqual(await imported.listForecastDays(), []);
  await imported.close();
});

test('a mark that no relay brings is named, and nothing is stored', async () => {
  const data = fresh('data');
  await record(data, { relay: 'rtds', minutes: 1 });
  for (const [from, to, why] of [
    ['"key":"chainlink-btc"', '"key":"spot-btc"', /"spot-btc".* is no mark of a reference price/],
    ['"key":"chainlink-btc"', '"key":"chainlink-btc#2"', /is no mark/],
    ['"key":"chainlink-btc"', '"key":"Chainlink-BTC"', /is no mark/],
    ['"relay":"rtds"', '"relay":"a,b"', /is no mark/],
    ['"text":"100.0', '"text":"1e3', /is no mark/],
    ['"text":"100.0', '"text":"-100.0', /is no mark/],
    [
      '"text":"100.000000000000000000"',
      '"text":"0"',
      /row 0 of .*marks\.jsonl \(chainlink-btc\): p is no price above 0: 0/,
    ],
    [`"t":${FIRST_DAY}`, `"t":${FIRST_DAY + 1_000}`, /is no mark/],
    [`"t":${FIRST_DAY}`, `"t":${FIRST_DAY + 99 * DAY_MS}`, /t is .* in the future/],
    [`"receivedAt":${FIRST_DAY + 1_300}`, '"receivedAt":-5', /before the venue opened/],
    ['"count":null', '"count":1.5', /is no mark/],
  ] as const) {
    const tree = await writeOut(data, 'jsonl');
    const file = join(tree, 'marks.jsonl');
    const changed = readFileSync(file, 'utf8').replace(from, to);
    assert.ok(changed.includes(to), to);
    writeFileSync(file, changed);
    state(tree, 'marks.jsonl', changed);
    const dataDir = fresh('data');
    const { code, said } = await importInto(dataDir, tree);
    assert.deepEqual([code, why.test(said)], [EXIT.importRefused, true], `${to}: ${said}`);
    assert.ok(!existsSync(dataDir));
  }
});

/** Makes a manifest state a file as it is now. */
function state(tree: string, name: string, text: string): void {
  const manifest = JSON.parse(readFileSync(join(tree, 'manifest.json'), 'utf8'));
  const part = manifest.parts.find(({ path }: { readonly path: string }) => path === name);
  manifest.totals.bytes += Buffer.byteLength(text) - part.bytes;
  part.bytes = Buffer.byteLength(text);
  part.sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(tree, 'manifest.json'), JSON.stringify(manifest));
}

test('terms of settling that a tree does not state, and where they were stated, stay', async () => {
  const dataDir = fresh('data');
  const settling = { ...NO_SETTLING, source: 'twap60', coin: 'btc', closeAt: at(1) };
  const market = (members: Partial<RegisteredMarket>): RegisteredMarket => ({
    venue: 'polymarket',
    storeKey: 'up',
    asset: 'pm-up',
    kind: 'pm',
    title: 'Up?',
    eventKey: null,
    event: null,
    category: null,
    settling,
    statedBy: { source: 'resolutionSource' },
    settlingChangedAt: at(0),
    outcomes: ['Yes', 'No'],
    ...NO_NAMES,
    terms: NO_TERMS,
    closesAt: null,
    endsAt: null,
    nativeIds: {},
    url: null,
    rulesHash: null,
    seenFrom: at(0),
    changedAt: at(1),
    ...members,
  });
  const other = fresh('data');
  const theirs = await openSqliteHistory({ dataDir: other });
  await theirs.putMarkets([{ ...market({ title: 'Newer', changedAt: at(2) }), rules: null }]);
  await theirs.close();
  const history = await openSqliteHistory({ dataDir });
  await history.putMarkets([{ ...market({}), rules: null }]);
  await history.close();
  await importInto(dataDir, await writeOut(other));
  const after = await openReadOnlyHistory({ dataDir });
  const found = await after.findMarket(market({}));
  assert.deepEqual(
    [found?.title, found?.settling, found?.statedBy, found?.settlingChangedAt],
    ['Newer', settling, { source: 'resolutionSource' }, at(0)],
  );
  await after.close();
});
