import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { epochMs, readFacts } from '../../../src/domain/index.ts';
import type { ListedMarket } from '../../../src/history/market-register.ts';
import { backupDatabase } from '../../../src/history/sqlite/backup.ts';
import { HISTORY_FILE } from '../../../src/history/sqlite/database.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../../../src/history/sqlite/index.ts';
import { verifyHistory } from '../../../src/history/sqlite/verify.ts';
import { sampleMarket } from '../../support/sample-markets.ts';

const AT = epochMs(1_763_700_000_000);

const markets: readonly ListedMarket[] = ['a', 'b', 'c'].map((key) => ({
  ...readFacts(sampleMarket(`pm-${key}`, { title: `Will ${key}?` })),
  rules: `This market resolves to Yes if the price of ${key} is above its strike at noon.`,
}));
const [first, second] = markets as [ListedMarket, ListedMarket];
const listing = { venue: 'polymarket', at: AT, said: markets, left: [] } as const;
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
  assert.equal(await reader.market(first), null);
  assert.deepEqual(await reader.markets({ limit: 9 }), { markets: [], nextCursor: null });
  assert.deepEqual(await reader.rulesPage({ limit: 9 }), { rules: [], nextCursor: null });
  assert.deepEqual(await reader.linkSpans({ limit: 9 }), { spans: [], nextCursor: null });
  assert.deepEqual(verifyHistory(dataDir).problems, []);
  const history = await openSqliteHistory({ dataDir });
  await history.append([], listing);
  assert.equal((await reader.market(first))?.title, 'Will a?', 'a reader that was open before sees it');
  await reader.close();
  await history.close();
});

test('a copy has the register', async (t) => {
  const dataDir = await fillDirectory(t);
  const copy = mkdtempSync(join(tmpdir(), 'register-copy-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  await backupDatabase(join(dataDir, HISTORY_FILE), join(copy, HISTORY_FILE));
  const reader = await openReadOnlyHistory({ dataDir: copy });
  assert.equal((await reader.market(first))?.title, 'Will a?');
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
  assert.equal(await history.market(first), null);
  assert.equal((await history.market(second))?.title, 'Will b?');
  const { markets: read } = await history.markets({ limit: 9 });
  assert.deepEqual(
    read.map(({ storeKey }) => storeKey),
    ['b', 'c'],
  );
  assert.deepEqual(await history.findLinkSpans('pm-a', 9), []);
  // What the venue still lists is written anew; the damaged bytes are kept.
  await history.append([], listing);
  for (const { rules, ...key } of markets) {
    const found = await history.market(key);
    assert.equal(await history.rules(found?.rulesHash ?? ''), rules);
  }
  await history.close();
  const db = new DatabaseSync(join(dataDir, HISTORY_FILE), { readOnly: true });
  const kept = db.prepare("SELECT length(data) AS n FROM damaged WHERE place = 'market polymarket a'").get();
  db.close();
  assert.ok(Number(kept?.n) > 0);
});
