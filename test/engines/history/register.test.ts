import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { crc32, zstdCompressSync } from 'node:zlib';
import { epochMs, readFacts } from '../../../src/domain/index.ts';
import { computeRowCrc } from '../../../src/history/coding/row-crc.ts';
import type { ListedMarket } from '../../../src/history/contract/market-register.ts';
import { FACTS_DICTIONARY_1 } from '../../../src/history/register/dictionaries.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { copyDatabase } from '../../support/copy-database.ts';
import { sampleMarket } from '../../support/sample-markets.ts';

const AT = epochMs(1_763_700_000_000);

const markets: readonly ListedMarket[] = ['a', 'b', 'c'].map((key) => ({
  ...readFacts(sampleMarket(`pm-${key}`, { title: `Will ${key}?` })),
  rules: `This market resolves to Yes if the price of ${key} is above its strike at noon.`,
}));
const [first, second] = markets as [ListedMarket, ListedMarket];
const listing = { venue: 'polymarket', at: AT, changed: markets } as const;
const span = {
  a: 'kalshi-a',
  b: 'pm-a',
  relation: 'same',
  confidence: 0.95,
  source: 'matched',
  disputed: false,
  reasons: ['Both ask it.'],
  fromMs: AT,
  toMs: null,
} as const;

/** A directory with three markets and a link, closed. */
async function fillDirectory(t: TestContext): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'register-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const history = await openSqliteHistory({ dataDir });
  await history.append([], listing);
  await history.putLinkSpans([span]);
  await history.close();
  return dataDir;
}

function change(dataDir: string, sql: string): void {
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE));
  db.exec(sql);
  db.close();
}

test('a file without a register knows nothing, and gains it when it is opened for writing', async (t) => {
  const dataDir = await fillDirectory(t);
  change(dataDir, 'DROP TABLE market; DROP TABLE market_page; DROP TABLE rules; DROP TABLE link_span');
  const reader = await openReadOnlyHistory({ dataDir });
  assert.equal(await reader.findMarket(first), null);
  assert.deepEqual(await reader.listMarkets({ limit: 9 }), { markets: [], nextCursor: null });
  assert.deepEqual(await reader.listRules({ limit: 9 }), { rules: [], nextCursor: null });
  assert.deepEqual(await reader.listLinkSpans({ limit: 9 }), { spans: [], nextCursor: null });
  assert.deepEqual(verifyHistory(dataDir).problems, []);
  const history = await openSqliteHistory({ dataDir });
  await history.append([], listing);
  assert.equal((await reader.findMarket(first))?.title, 'Will a?', 'a reader that was open before sees it');
  await reader.close();
  await history.close();
});

test('a copy has the register', async (t) => {
  const dataDir = await fillDirectory(t);
  const copy = mkdtempSync(join(tmpdir(), 'register-copy-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  await copyDatabase(join(dataDir, HISTORY_FILE), join(copy, HISTORY_FILE));
  const reader = await openReadOnlyHistory({ dataDir: copy });
  assert.equal((await reader.findMarket(first))?.title, 'Will a?');
  assert.deepEqual(await reader.findLinkSpans('pm-a', 9), [span]);
  await reader.close();
});

test('damage of a market, of a text and of a link is named, and the others are read', async (t) => {
  const dataDir = await fillDirectory(t);
  change(
    dataDir,
    `UPDATE market SET data = zeroblob(length(data)) WHERE store_key = 'a';
     UPDATE link_span SET confidence = 0.5;
     UPDATE rules SET crc = crc + 1 WHERE hash = (SELECT max(hash) FROM rules);`,
  );
  const reasons = verifyHistory(dataDir).damaged.map(({ storeKey, reason }) => `${storeKey}: ${reason}`);
  assert.equal(reasons.filter((reason) => reason.startsWith('a: the row of a market')).length, 1);
  assert.equal(reasons.filter((reason) => reason.includes('the rules text')).length > 0, true);
  assert.equal(reasons.filter((reason) => reason.includes('its link with pm-a is damaged')).length, 1);

  const history = await openSqliteHistory({ dataDir });
  assert.equal(await history.findMarket(first), null);
  assert.equal((await history.findMarket(second))?.title, 'Will b?');
  const { markets: read } = await history.listMarkets({ limit: 9 });
  assert.deepEqual(
    read.map(({ storeKey }) => storeKey),
    ['b', 'c'],
  );
  assert.deepEqual(await history.findLinkSpans('pm-a', 9), []);
  // Markets that the venue still lists are written again; the damaged bytes are kept.
  await history.append([], listing);
  for (const { rules, ...key } of markets) {
    const found = await history.findMarket(key);
    assert.equal(await history.findRules(found?.rulesHash ?? ''), rules);
  }
  await history.close();
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE), { readOnly: true });
  const kept = db.prepare("SELECT length(data) AS n FROM damaged WHERE place = 'market polymarket a'").get();
  db.close();
  assert.ok(Number(kept?.n) > 0);
});

test('markets that have rested move into pages while polls go on, and change from there', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'register-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const history = await openSqliteHistory({ dataDir });
  const many = Array.from({ length: 1_500 }, (_, i) => ({ ...first, storeKey: `k${i}`, asset: `pm-k${i}` }));
  await history.append([], { ...listing, changed: many });
  const record = { ...first, t: AT, p: 0.5, v: null, s: 'poll' } as const;
  for (let i = 1; i <= 50; i++) {
    const at = epochMs(AT + i * 60_000);
    await history.append([{ ...record, t: at }], { ...listing, at, changed: [] });
  }
  assert.deepEqual(countRows(dataDir), { rows: 0, paged: 1_500 });
  const changed = { ...many[700]!, title: 'Reworded' };
  await history.append([], { ...listing, at: epochMs(AT + 60 * 60_000), changed: [many[3]!, changed] });
  assert.deepEqual(countRows(dataDir), { rows: 1, paged: 1_500 });
  const known = await history.findMarket(changed);
  assert.deepEqual([known?.title, known?.seenFrom, known?.changedAt], ['Reworded', AT, AT + 60 * 60_000]);
  assert.equal((await history.listMarkets({ limit: 2_000 })).markets.length, 1_500);
  await history.sealAll();
  assert.deepEqual(countRows(dataDir), { rows: 0, paged: 1_500 });
  assert.equal((await history.findMarket(changed))?.title, 'Reworded');
  await history.close();
});

test('a damaged page is named, its bytes are kept, and markets that the venue still lists are written again', async (t) => {
  const dataDir = await fillDirectory(t);
  const settled = await openSqliteHistory({ dataDir });
  await settled.sealAll();
  await settled.close();
  change(dataDir, 'UPDATE market_page SET data = zeroblob(length(data))');
  const [found] = verifyHistory(dataDir).damaged;
  assert.equal(found?.storeKey, 'a');
  assert.match(found?.reason ?? '', /^a page of markets, from this key on: /);
  const history = await openSqliteHistory({ dataDir });
  assert.equal(await history.findMarket(second), null);
  await history.append([], listing);
  await history.sealAll();
  assert.equal((await history.findMarket(second))?.title, 'Will b?');
  await history.close();
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE), { readOnly: true });
  const kept = db.prepare("SELECT length(data) AS n FROM damaged WHERE place LIKE 'market_page%'").get();
  db.close();
  assert.ok(Number(kept?.n) > 0);
});

test('a row of an earlier version, compressed for itself, is read', async (t) => {
  const dataDir = await fillDirectory(t);
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE));
  const rows = db.prepare('SELECT * FROM market').all() as unknown as StoredMarket[];
  for (const { venue, store_key, data, seen_from, changed_at } of rows) {
    const idBytes = data[1]! + (data[2]! << 8);
    const text = zstdCompressSync(data.subarray(3 + idBytes), { dictionary: FACTS_DICTIONARY_1 });
    const old = Buffer.concat([Uint8Array.of(1), data.subarray(1, 3 + idBytes), text]);
    const crc = crc32(old, computeRowCrc([venue, store_key, seen_from, changed_at]));
    db.prepare('UPDATE market SET data = ?, crc = ? WHERE store_key = ?').run(old, crc, store_key);
  }
  db.close();
  assert.deepEqual(verifyHistory(dataDir).damaged, []);
  const history = await openSqliteHistory({ dataDir });
  assert.equal((await history.findMarket(second))?.title, 'Will b?');
  await history.sealAll();
  assert.equal((await history.findMarket(second))?.title, 'Will b?');
  await history.close();
});

interface StoredMarket {
  readonly venue: string;
  readonly store_key: string;
  readonly data: Uint8Array;
  readonly seen_from: number;
  readonly changed_at: number;
}

function countRows(dataDir: string): { rows: number; paged: number } {
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE), { readOnly: true });
  const { rows } = db.prepare('SELECT count(*) AS rows FROM market').get() as { rows: number };
  const { paged } = db.prepare('SELECT total(entries) AS paged FROM market_page').get() as { paged: number };
  db.close();
  return { rows, paged };
}
