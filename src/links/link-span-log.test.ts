import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sampleMarket } from '../../test/support/sample-markets.ts';
import { epochMs, type LinkSpan, MINUTE_MS } from '../domain/index.ts';
import { openSqliteHistory } from '../history/sqlite/index.ts';
import { formatPairKey, type Link } from './link.ts';
import { LinkIndex } from './link-index.ts';
import { LinkSpanLog } from './link-span-log.ts';

const START = Date.parse('2026-11-22T12:00:00Z');

/** A store of spans in memory. */
class Spans {
  readonly rows = new Map<string, LinkSpan>();
  commits = 0;
  isFull = false;

  async listOpenLinkSpans() {
    return [...this.rows.values()].filter(({ toMs }) => toMs === null);
  }

  async putLinkSpans(spans: readonly LinkSpan[]) {
    if (this.isFull) throw new Error('database or disk is full');
    this.commits++;
    for (const span of spans) this.rows.set(`${span.a} ${span.b} ${span.fromMs}`, span);
  }

  /** Lists which links were in force when, in minutes since the start. */
  list() {
    const minutes = (ms: number | null) => (ms === null ? null : (ms - START) / MINUTE_MS);
    return [...this.rows.values()].map(({ relation, disputed, fromMs, toMs }) => [
      disputed ? `${relation}, disputed` : relation,
      minutes(fromMs),
      minutes(toMs),
    ]);
  }
}

const link = (members: Partial<Link> = {}): Link => ({
  a: 'kalshi-a',
  b: 'pm-a',
  relation: 'same',
  confidence: 0.95,
  source: 'matched',
  reasons: ['Both ask it.'],
  differences: [],
  ...members,
});

async function createKept(spans = new Spans()) {
  let now = START;
  const kept = new LinkSpanLog(spans, () => epochMs(now));
  await kept.load();
  /** Notes and stores the link of the pair at a given minute. */
  const say = async (minute: number, held: Link | null) => {
    now = START + minute * MINUTE_MS;
    const { a, b } = held ?? link();
    kept.note(formatPairKey(a, b), held);
    await kept.store();
  };
  return { spans, kept, say };
}

test('a link begins, is disputed, is held to be something else, and ends', async () => {
  const { spans, say } = await createKept();
  await say(0, link());
  await say(1, link({ reasons: ['Other words.'] }));
  await say(2, link({ dispute: { since: epochMs(START), gap: 0.2 } }));
  await say(3, link({ dispute: { since: epochMs(START), gap: 0.3 } }));
  await say(4, link({ relation: 'opposite' }));
  await say(5, null);
  assert.equal(spans.commits, 3);
  await say(15, null);
  assert.deepEqual(spans.list(), [
    ['same', 0, 2],
    ['same, disputed', 2, 4],
    ['opposite', 4, 5],
  ]);
});

test('a market that is not listed for a few minutes has not lost its links', async () => {
  const { spans, say } = await createKept();
  await say(0, link());
  await say(1, null);
  await say(9, link());
  await say(30, link());
  assert.deepEqual([spans.list(), spans.commits], [[['same', 0, null]], 1]);
});

test('a pair that comes back as something else ended when it went', async () => {
  const { spans, say } = await createKept();
  await say(0, link());
  await say(3, null);
  await say(6, link({ confidence: 0.5 }));
  assert.deepEqual(spans.list(), [
    ['same', 0, 3],
    ['same', 6, null],
  ]);
});

test('the next run continues what it finds again, and ends the others with its start', async () => {
  const { spans, say } = await createKept();
  await say(0, link());
  await say(0, link({ a: 'kalshi-b', b: 'pm-b' }));
  const { say: sayNext } = await createKept(spans);
  await sayNext(0, link());
  await sayNext(11, link());
  assert.deepEqual(spans.list(), [
    ['same', 0, null],
    ['same', 0, 0],
  ]);
});

test('two changes at one time are two spans', async () => {
  const { spans, say } = await createKept();
  for (const relation of ['same', 'opposite', 'subset'] as const) await say(0, link({ relation }));
  assert.equal(spans.rows.size, 3);
});

test('what a full disk has refused is stored later', async () => {
  const { spans, say } = await createKept();
  spans.isFull = true;
  await assert.rejects(say(0, link()));
  spans.isFull = false;
  await say(1, link());
  assert.deepEqual(spans.list(), [['same', 1, null]]);
});

test('what says nothing of a payout, and ladders of one venue, are not kept', async () => {
  const { spans, say } = await createKept();
  await say(0, link({ relation: 'related' }));
  await say(0, link({ a: 'kalshi-a', b: 'kalshi-b', relation: 'subset' }));
  await say(0, link({ a: 'kalshi-a', b: 'kalshi-b', relation: 'opposite' }));
  await say(0, link({ a: 'kalshi-a', b: 'pm-b', relation: 'superset' }));
  assert.deepEqual(
    spans.list().map(([relation]) => relation),
    ['opposite', 'superset'],
  );
});

test('the spans are read from the smaller asset id, whichever way a person wrote the pair', async () => {
  const { spans, say } = await createKept();
  await say(0, link({ a: 'pm-a', b: 'kalshi-a', relation: 'subset', source: 'curated' }));
  const [span] = spans.rows.values();
  assert.deepEqual([span?.a, span?.b, span?.relation], ['kalshi-a', 'pm-a', 'superset']);
});

test('the index tells what it finds, and a poll without news writes nothing', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'link-span-log-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const history = await openSqliteHistory({ dataDir });
  let now = START;
  const clock = () => epochMs(now);
  const kept = new LinkSpanLog(history, clock);
  const index = new LinkIndex({ curatedPath: null, clock, kept });
  const quoted = (asset: string, title: string) =>
    sampleMarket(asset, { title, endDate: '2028-01-31T12:00:00Z' });
  const pm = quoted('pm-recession', 'US recession in 2027?');
  await index.update([pm, quoted('kalshi-rec-27', 'US recession in 2027?')]);
  const { commits } = await history.readStats();
  const [span] = await history.findLinkSpans('pm-recession', 9);
  assert.deepEqual(
    [span?.relation, span?.a, span?.fromMs, span?.toMs],
    ['same', 'kalshi-rec-27', START, null],
  );
  assert.ok((span?.reasons.length ?? 0) > 0);
  await index.update([pm, quoted('kalshi-rec-27', 'US recession in 2027?')]);
  assert.equal((await history.readStats()).commits, commits);
  now += MINUTE_MS;
  await index.update([pm, quoted('kalshi-rec-27', 'Will it rain in Boston?')]);
  now += 10 * MINUTE_MS;
  await index.update([pm]);
  assert.deepEqual(
    (await history.findLinkSpans('pm-recession', 9)).map(({ toMs }) => toMs),
    [START + MINUTE_MS],
  );
  await history.close();
});

test('a market whose end is taken back has its links, its groups and a further span again', async () => {
  const rules = 'If the United States enters a recession in 2027, then the market resolves to Yes.';
  const ask = (asset: string, status: 'open' | 'resolved') =>
    sampleMarket(asset, { title: 'US recession in 2027?', endDate: '2028-01-31T12:00:00Z', rules, status });
  const index = new LinkIndex({ curatedPath: null });
  const spans = new Spans();
  let now = START;
  const kept = new LinkSpanLog(spans, () => epochMs(now));
  await kept.load();
  const poll = async (minute: number, status: 'open' | 'resolved') => {
    now = START + minute * MINUTE_MS;
    await index.update([ask('pm-rec', 'open'), ask('kalshi-rec', status)]);
    const key = formatPairKey('pm-rec', 'kalshi-rec');
    kept.note(key, index.findLinkBetween('pm-rec', 'kalshi-rec'));
    await kept.store();
    return index.group('pm-rec').length;
  };
  assert.equal(await poll(0, 'open'), 2);
  assert.equal(await poll(10, 'resolved'), 1);
  assert.equal(await poll(30, 'resolved'), 1);
  assert.equal(await poll(90, 'open'), 2);
  assert.deepEqual(spans.list(), [
    ['same', 0, 10],
    ['same', 90, null],
  ]);
});
