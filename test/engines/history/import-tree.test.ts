import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { callBatches } from '../../../src/cli/data/import-batches.ts';
import { importTreeDirectory } from '../../../src/cli/data/import-tree.ts';
import { findDataKind } from '../../../src/cli/data-kind.ts';
import { EXIT, toExitCode } from '../../../src/cli/exit-codes.ts';
import { DAY_MS, epochMs, HOUR_MS, NO_NAMES, NO_TERMS } from '../../../src/domain/index.ts';
import { toColumns } from '../../../src/history/columns/columns.ts';
import { FILE_FORMATS, type FileFormat } from '../../../src/history/formats/table.ts';
import { checkTree } from '../../../src/history/import/checked-tree.ts';
import { importTree } from '../../../src/history/import/import-tree.ts';
import { openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { openTreeSource } from '../../../src/history/sqlite/tree/sqlite-tree-source.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { parseManifest } from '../../../src/history/tree/manifest.ts';
import { TREE_TABLES } from '../../../src/history/tree/tables.ts';
import { writeTree } from '../../../src/history/tree/write-tree.ts';
import { lockDirectory } from '../../../src/storage/sqlite/directory-lock.ts';

const FIRST_DAY = Date.UTC(2026, 10, 18);
const NOW = epochMs(FIRST_DAY + 9 * DAY_MS);
const BTC = { venue: 'hyperliquid', storeKey: 'perp-btc', asset: 'hl-BTC' } as const;
const PEPE = { venue: 'hyperliquid', storeKey: 'perp-kpepe', asset: 'hl-kPEPE' } as const;
const RAIN = { venue: 'kalshi', storeKey: 'kxrain-1', asset: 'kalshi-kxrain-1' } as const;
const AT = epochMs(FIRST_DAY);
const TITLES = [
  '\uFEFFmark',
  '=SUM(1,2)',
  'a,"b"\r\nc',
  'ä 😀 \u2028 line',
  '""',
  ' blank ',
  '\uFEFF',
  '\uFEFF"x"',
];

const root = mkdtempSync(join(tmpdir(), 'crosstape-import-tree-'));
after(() => rmSync(root, { recursive: true, force: true }));
let made = 0;
const fresh = (name: string) => join(root, `${++made}-${name}`);

const resolution = {
  ...RAIN,
  outcome: 'yes' as const,
  payout: 1,
  settledAt: null,
  source: 'kalshi:/markets/{ticker}',
  disputed: null,
  recordedAt: AT,
} as const;
const wholeGap = {
  venue: 'kalshi',
  storeKey: null,
  fromMs: AT,
  toMs: epochMs(AT + 7),
  reason: '\uFEFFno answer, "twice"\n',
} as const;
const gap = {
  venue: 'kalshi',
  storeKey: RAIN.storeKey,
  fromMs: AT,
  toMs: epochMs(AT + 5),
  reason: 'x',
} as const;

const BARS = [0, 1, 30].map((hour) => ({
  t: epochMs(AT + hour * HOUR_MS),
  open: 0.1 + 0.2,
  high: 0.5,
  low: 5e-324,
  close: 0.25,
  volume: hour === 1 ? null : 12.5,
}));

/** Days of records, equal times in the order of their arrival, sources, volumes, and what stands beside records. */
async function fill(dataDir: string): Promise<void> {
  const history = await openSqliteHistory({ dataDir, clock: () => NOW });
  for (let i = 0; i < 400; i++) {
    const t = epochMs(FIRST_DAY + Math.floor(i / 3) * 1_200_000);
    await history.append(
      [BTC, PEPE].map((series) => ({ ...series, t, p: (1 + (i % 5)) / 7, v: i, s: 'poll' })),
    );
  }
  const odd = [-0, 5e-324, 0.1 + 0.2, 1 - 2 ** -53].map((p) => ({
    t: AT,
    p,
    v: null,
    s: 'backfill' as const,
  }));
  await history.insert(RAIN, toColumns(odd));
  await history.append([{ ...RAIN, t: epochMs(AT + 1), p: 0.5, v: 0, s: 'trade' }]);
  await history.putBars(RAIN, BARS);
  await history.putGap(wholeGap);
  await history.putGap(gap);
  await history.putResolution(resolution);
  const markets = TITLES.map((title, i) => ({
    venue: 'kalshi' as const,
    storeKey: `kx-${i}`,
    asset: `kalshi-kx-${i}`,
    kind: 'kalshi' as const,
    title,
    eventKey: null,
    event: null,
    category: null,
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'] as const,
    ...NO_NAMES,
    closesAt: AT,
    endsAt: null,
    terms: { ...NO_TERMS, answer: 'it' },
    nativeIds: { ticker: 'KX,"1"' },
    url: null,
    rules: `Of ${title}`,
    seenFrom: AT,
    changedAt: epochMs(AT + i),
  }));
  await history.putMarkets(markets);
  // An earlier text of a market stays, though no market names it.
  await history.putMarkets([{ ...markets[0]!, rules: 'Reworded', changedAt: epochMs(AT + 100) }]);
  await history.close();
}

async function writeOut(dataDir: string, format: FileFormat = 'parquet', simulated = false): Promise<string> {
  const directory = fresh('tree');
  const source = openTreeSource(dataDir, { clock: () => NOW });
  const compression = format === 'parquet' ? 'zstd' : format === 'csv' ? 'gzip' : 'zstd';
  const selection = { venues: null, assets: null, tables: [...TREE_TABLES], format, compression } as const;
  await writeTree(source, {
    lock: lockDirectory,
    directory,
    simulated,
    window: { fromMs: null, toMs: null },
    partRows: 100,
    selection: { ...selection, tables: [...TREE_TABLES] },
  });
  source.close();
  return directory;
}

/** The bytes of each part, by their checksums. */
const listParts = (directory: string) =>
  parseManifest(readFileSync(join(directory, 'manifest.json'), 'utf8'))
    .parts.filter(({ table }) => table !== 'links' && table !== 'forecasts')
    .map(({ path, sha256, rows }) => [path, sha256, rows]);

async function importInto(dataDir: string, directory: string) {
  let said = '';
  const sink = { write: (text: string) => (said += text) };
  try {
    await importTreeDirectory(directory, { dataDir }, sink, () => NOW);
    return { code: EXIT.done as number, said };
  } catch (error) {
    return { code: toExitCode(error), said: said + (error as Error).message };
  }
}

const shared = fresh('data');
const ready = fill(shared);

for (const format of FILE_FORMATS) {
  test(`a tree in ${format} that is read in and written again is the same byte for byte`, async () => {
    await ready;
    const tree = await writeOut(shared, format);
    const dataDir = fresh('data');
    const { code, said } = await importInto(dataDir, tree);
    assert.equal(code, EXIT.done, said);
    assert.match(said, /rows read 805, stored 805, skipped 0\nnew: 8 markets, 2 gaps, 1 resolutions/);
    assert.deepEqual(listParts(await writeOut(dataDir, format)), listParts(tree));
    assert.deepEqual(verifyHistory(dataDir).damaged, []);
    assert.match(
      (await importInto(dataDir, tree)).said,
      /stored 0, skipped 805\nnew: 0 markets, 0 gaps, 0 resol/,
    );
  });
}

test('undo withdraws all that a tree brought, and the tree can come again', async () => {
  await ready;
  const tree = await writeOut(shared);
  const dataDir = fresh('data');
  const { said } = await importInto(dataDir, tree);
  const id = /batch (\S+)/.exec(said)?.[1] ?? '';
  const before = listParts(await writeOut(dataDir));
  await callBatches({ dataDir, undo: id }, { write: () => true });
  const history = await openSqliteHistory({ dataDir });
  const { series, observations } = await history.readStats();
  assert.deepEqual([series, observations], [0, 0]);
  assert.deepEqual((await history.listMarkets({ limit: 9 })).markets, []);
  assert.deepEqual(await history.listGaps('kalshi', {}), []);
  assert.deepEqual(await history.listBars({ limit: 9 }), { bars: [], nextCursor: null });
  assert.equal(await history.findResolution(RAIN), null);
  await history.close();
  await importInto(dataDir, tree);
  assert.deepEqual(listParts(await writeOut(dataDir)), before);
});

test('a tree that comes back to the history that recorded it brings nothing twice, and its undo takes nothing', async () => {
  const dataDir = fresh('data');
  await fill(dataDir);
  const tree = await writeOut(dataDir);
  const { said } = await importInto(dataDir, tree);
  assert.match(said, /rows read 805, stored 0, skipped 805/);
  assert.deepEqual(listParts(await writeOut(dataDir)), listParts(tree));
  const id = /batch (\S+)/.exec(said)?.[1] ?? '';
  for (const change of [{ undo: id }, { redo: id }]) {
    await callBatches({ dataDir, ...change }, { write: () => true });
    assert.deepEqual(listParts(await writeOut(dataDir)), listParts(tree), Object.keys(change)[0]);
  }
});

test('a part that was changed by one byte is named, and nothing is stored', async () => {
  await ready;
  const tree = fresh('tree');
  cpSync(await writeOut(shared), tree, { recursive: true });
  const [[name]] = listParts(tree) as [[string]];
  const bytes = readFileSync(join(tree, name));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(join(tree, name), bytes);
  const dataDir = fresh('data');
  const { code, said } = await importInto(dataDir, tree);
  assert.equal(code, EXIT.importRefused);
  assert.ok(said.includes(name), said);
  const history = await openSqliteHistory({ dataDir });
  assert.deepEqual([(await history.readStats()).observations, await history.listBatches()], [0, []]);
  await history.close();
});

test('rows that no market can have are named with their file and row, and nothing is stored', async () => {
  const insert = async (series: typeof RAIN | typeof BTC, t: number, p: number, v: number | null = null) => {
    const data = fresh('data');
    const history = await openSqliteHistory({ dataDir: data, clock: () => NOW });
    await history.insert(
      series,
      toColumns([
        { t: AT, p: 0.5, v: null, s: 'poll' },
        { t: epochMs(t), p, v, s: 'poll' },
      ]),
    );
    await history.close();
    return writeOut(data);
  };
  const later = AT + 1;
  for (const [tree, why] of [
    [
      await insert(RAIN, later, 7),
      /row 1 of .*part-0\.parquet \(kalshi-kxrain-1\): p is no probability from 0 to 1: 7/,
    ],
    [await insert(BTC, later, 0), /p is no price above 0: 0/],
    [await insert(BTC, later, -3), /p is no price above 0: -3/],
    [await insert(RAIN, later, 0.5, -1), /v is negative: -1/],
    [await insert(RAIN, NOW + DAY_MS, 0.5), /row 0 of .* in the future/],
    [await insert(RAIN, Date.UTC(2001, 0, 1), 0.5), /row 0 of .* before the venue opened in/],
  ] as const) {
    const dataDir = fresh('data');
    const { code, said } = await importInto(dataDir, tree);
    assert.deepEqual([code, why.test(said)], [EXIT.importRefused, true], said);
    assert.match(said, /nothing was stored/);
    const history = await openSqliteHistory({ dataDir });
    assert.deepEqual([(await history.readStats()).observations, await history.listBatches()], [0, []]);
    await history.close();
  }

  // Text formats say what no store would: the checksums are made to fit.
  await ready;
  for (const [text, why] of [
    ['"p":null', /p is null, which is no number/],
    ['"p":1e999', /p is no price above 0: Infinity/],
    ['"p":"0.5"', /p is "0\.5", which is no number/],
    ['"p":0.5,"t":1.5', /t is 1\.5, which is no time/],
  ] as const) {
    const tree = await writeOut(shared, 'jsonl');
    const changed = changePart(tree, (line) => line.replace(/"p":[^,]*/, text));
    const { code, said } = await importInto(fresh('data'), tree);
    assert.deepEqual([code, why.test(said), said.includes(changed)], [EXIT.importRefused, true, true], said);
  }
});

test('a text of rules under the hash of another one is refused', async () => {
  await ready;
  const tree = await writeOut(shared, 'jsonl');
  const changed = changePart(tree, (line) => line.replace('"text":"', '"text":"Not '), 'rules');
  const dataDir = fresh('data');
  const { code, said } = await importInto(dataDir, tree);
  assert.deepEqual([code, said.includes(changed)], [EXIT.importRefused, true], said);
  assert.match(said, /row 0 of .*: the hash of the text is [0-9a-f]{32}, not [0-9a-f]{32}/);
  const history = await openSqliteHistory({ dataDir });
  assert.deepEqual(await history.listBatches(), []);
  await history.close();
});

/** Changes the first line of a part, by default one of Bitcoin, and the manifest with it. @returns Its path. */
function changePart(tree: string, change: (line: string) => string, place = 'venue=hyperliquid'): string {
  const file = join(tree, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { parts: { path: string; sha256: string }[] };
  const part = manifest.parts.find(({ path }) => path.includes(place))!;
  const [first = '', ...rest] = zstdDecompressSync(readFileSync(join(tree, part.path)))
    .toString()
    .split('\n');
  const bytes = zstdCompressSync([change(first), ...rest].join('\n'));
  writeFileSync(join(tree, part.path), bytes);
  part.sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(file, JSON.stringify(manifest));
  return part.path;
}

test('a directory that is no tree, or is not there, is refused', async () => {
  const empty = mkdtempSync(join(root, 'empty-'));
  assert.equal((await importInto(fresh('data'), empty)).code, EXIT.importRefused);
  assert.equal((await importInto(fresh('data'), join(root, 'nowhere'))).code, EXIT.wrongUse);
  writeFileSync(join(empty, 'manifest.json'), '{"version": 99}');
  assert.match((await importInto(fresh('data'), empty)).said, /use a newer release/);
});

test('an empty directory takes the kind of the tree, another kind is refused', async () => {
  await ready;
  const simulated = await writeOut(shared, 'parquet', true);
  const dataDir = fresh('data');
  assert.equal((await importInto(dataDir, simulated)).code, EXIT.done);
  assert.equal(await findDataKind(dataDir), 'simulated');
  assert.equal((await importInto(dataDir, await writeOut(shared))).code, EXIT.wrongUse);
});

test('a gap that lasts ends when the tree was made: what came after it is not known here', async () => {
  const own = fresh('data');
  const history = await openSqliteHistory({ dataDir: own, clock: () => NOW });
  await history.putGap({ ...wholeGap, toMs: null });
  await history.close();
  const dataDir = fresh('data');
  const { code, said } = await importInto(dataDir, await writeOut(own));
  assert.equal(code, EXIT.done, said);
  const after = await openSqliteHistory({ dataDir });
  assert.deepEqual(await after.listGaps('kalshi', {}), [{ ...wholeGap, toMs: NOW }]);
  await after.close();
});

test('rules of any length are stored in pieces that a service takes in one message', async () => {
  const data = fresh('data');
  const history = await openSqliteHistory({ dataDir: data, clock: () => NOW });
  const market = {
    venue: 'kalshi' as const,
    kind: 'kalshi' as const,
    title: 'Long',
    terms: NO_TERMS,
    eventKey: null,
    event: null,
    category: null,
    settling: null,
    statedBy: null,
    outcomes: ['Yes', 'No'] as const,
    ...NO_NAMES,
    closesAt: null,
    endsAt: null,
    nativeIds: {},
    url: null,
    seenFrom: AT,
    changedAt: AT,
  };
  const markets = Array.from({ length: 60 }, (_, i) => ({
    ...market,
    storeKey: `kx-${i}`,
    asset: `kalshi-kx-${i}`,
    // Six bytes a character as JSON.
    rules: '\u0001'.repeat(60_000) + i,
  }));
  await history.putMarkets(markets);
  const sizes: number[] = [];
  let texts = 0;
  const ignored = async () => {};
  const batch = {
    id: 'one',
    putMarkets: ignored,
    putGap: ignored,
    putResolution: ignored,
    end: ignored,
    insert: async () => ({ stored: 0, skipped: 0 }),
    insertMany: async () => ({ stored: 0, skipped: 0 }),
    putMarks: async () => 0,
    putBars: async () => 0,
    putRules: async (some: readonly string[]) => {
      sizes.push(Buffer.byteLength(JSON.stringify(some)));
      texts += some.length;
    },
  };
  const findRules = () => ({ unit: 'probability' as const, venueOpenedMs: epochMs(0), now: NOW });
  await importTree(
    await checkTree(await writeOut(data)),
    history,
    { openBatch: async () => batch },
    { findRules },
  );
  await history.close();
  assert.equal(texts, markets.length);
  assert.ok(Math.max(...sizes) <= 4 * 1024 * 1024, `${sizes}`);
});

test('what the history knows better stays: its resolutions, gaps, and what a tree does not state of a market', async () => {
  await ready;
  const tree = await writeOut(shared);
  const dataDir = fresh('data');
  const history = await openSqliteHistory({ dataDir });
  await history.putResolution({ ...resolution, outcome: 'no', payout: 0 });
  await history.putGap({ ...wholeGap, toMs: epochMs(AT + 9) });
  const own = {
    venue: 'kalshi' as const,
    storeKey: 'kx-1',
    asset: 'kalshi-kx-1',
    kind: 'kalshi' as const,
    title: 'Older',
    eventKey: null,
    event: null,
    category: 'Sports',
    settling: null,
    statedBy: null,
    outcomes: ['Over', 'Under'] as const,
    ...NO_NAMES,
    closesAt: null,
    endsAt: AT,
    terms: { ...NO_TERMS, strike: 3 },
    nativeIds: {},
    url: null,
    rules: null,
    seenFrom: epochMs(AT + 1),
    changedAt: epochMs(AT - 5),
  };
  await history.putMarkets([own]);
  await history.close();
  assert.match((await importInto(dataDir, tree)).said, /new: 7 markets, 1 gaps, 0 resolutions/);
  const after = await openSqliteHistory({ dataDir });
  assert.equal((await after.findResolution(RAIN))?.outcome, 'no');
  const market = await after.findMarket(own);
  assert.deepEqual(
    [market?.title, market?.category, market?.outcomes, market?.terms?.strike, market?.seenFrom],
    [TITLES[1], 'Sports', ['Over', 'Under'], 3, AT],
  );
  await after.close();
});

/** A tree whose manifest, and the sum of a file that was replaced, are changed. */
async function changed(
  change: (
    manifest: { parts: Record<string, unknown>[]; totals: Record<string, unknown> },
    tree: string,
  ) => void,
): Promise<string> {
  await ready;
  const tree = fresh('tree');
  cpSync(await writeOut(shared, 'csv'), tree, { recursive: true });
  const file = join(tree, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  change(manifest, tree);
  writeFileSync(file, JSON.stringify(manifest));
  return tree;
}

test('a bar that no venue can have stated is named, and nothing is stored', async () => {
  await ready;
  for (const [from, to, why] of [
    ['"high":0.5', '"high":0.2', /is no bar of a whole hour/],
    ['"low":5e-324', '"low":0.31', /is no bar of a whole hour/],
    ['"close":0.25', '"close":0.51', /is no bar of a whole hour/],
    ['"volume":12.5', '"volume":-1', /is no bar of a whole hour/],
    [`"t":${AT}`, `"t":${AT + 1}`, /is no bar of a whole hour/],
    [`"t":${AT}`, `"t":${AT + 99 * DAY_MS}`, /row 0 of .*bars\.jsonl.*: t is .* in the future/],
    ['"high":0.5', '"high":1.5', /row 0 of .*bars\.jsonl.*: p /],
    ['kalshi-kxrain-1', 'nowhere-1', /nowhere-1 is not an asset id/],
  ] as const) {
    const tree = await writeOut(shared, 'jsonl');
    const name = 'bars.jsonl.zst';
    const file = join(tree, name);
    const changed = zstdDecompressSync(readFileSync(file)).toString().replace(from, to);
    assert.ok(changed.includes(to), to);
    const bytes = zstdCompressSync(changed);
    writeFileSync(file, bytes);
    const manifest = JSON.parse(readFileSync(join(tree, 'manifest.json'), 'utf8'));
    const part = manifest.parts.find(({ path }: { readonly path: string }) => path === name);
    manifest.totals.bytes += bytes.length - part.bytes;
    part.bytes = bytes.length;
    part.sha256 = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(tree, 'manifest.json'), JSON.stringify(manifest));
    const dataDir = fresh('data');
    const { code, said } = await importInto(dataDir, tree);
    assert.deepEqual([code, why.test(said)], [EXIT.importRefused, true], `${to}: ${said}`);
    assert.ok(!existsSync(dataDir));
  }
});

test('a manifest with wrong counts, and rows in the folder of another venue or day, are refused', async () => {
  const observations = (parts: Record<string, unknown>[]) =>
    parts.filter(({ table }) => table === 'observations');
  const cases: [RegExp, Parameters<typeof changed>[0]][] = [
    [/the totals of the manifest \(\d+ rows/, ({ totals }) => (totals.rows = Number(totals.rows) + 1)],
    [/the totals of the manifest/, ({ totals }) => (totals.bytes = Number(totals.bytes) - 1)],
    [/names a file twice/, ({ parts }) => void parts.push({ ...parts[0] })],
    [
      /has \d+ rows and the manifest states/,
      ({ parts, totals }) => {
        const [part] = observations(parts);
        part!.rows = Number(part!.rows) - 1;
        totals.rows = Number(totals.rows) - 1;
      },
    ],
    ...(['series', 'firstMs', 'lastMs'] as const).map((member): [RegExp, Parameters<typeof changed>[0]] => [
      /has \d+ assets from \d+ to \d+ and the manifest states/,
      ({ parts }) => {
        const part = observations(parts).at(-1)!;
        part[member] = Number(part[member]) + 1;
      },
    ]),
    [
      /gaps\.csv.* has 2 rows and the manifest states 3/,
      ({ parts }) => (parts.find(({ table }) => table === 'gaps')!.rows = 3),
    ],
    [
      /it is no row of observations\/venue=/,
      ({ parts }, tree) => {
        const [part] = observations(parts);
        const moved = String(part!.path).replace(/date=\d{4}/, 'date=2019');
        mkdirSync(join(tree, moved, '..'), { recursive: true });
        cpSync(join(tree, String(part!.path)), join(tree, moved));
        part!.path = moved;
      },
    ],
    [
      /it is no row of observations\/venue=limitless/,
      ({ parts }, tree) => {
        const part = observations(parts).find(({ path }) => !String(path).includes('limitless'))!;
        const moved = String(part.path)
          .replace(/venue=\w+/, 'venue=limitless')
          .replace('part-0', 'part-9');
        mkdirSync(join(tree, moved, '..'), { recursive: true });
        cpSync(join(tree, String(part.path)), join(tree, moved));
        part.path = moved;
      },
    ],
  ];
  for (const [reason, change] of cases) {
    const dataDir = fresh('data');
    const { code, said } = await importInto(dataDir, await changed(change));
    assert.deepEqual([code, reason.test(said)], [EXIT.importRefused, true], said);
    assert.ok(!existsSync(dataDir), `${said}: a directory stays`);
  }
});
