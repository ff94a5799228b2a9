import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { type MarketChanges, SearchBusyError } from '../../search/market-search.ts';
import { ThreadSearch } from './thread-search.ts';

test('of very many searches at once two hundred are answered, and later ones are answered again', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thread-search-'));
  const history = { dataDir, historyUrl: null, databaseUrl: null };
  const search = new ThreadSearch({ dataDir, history }, assert.fail);
  t.after(async () => {
    await search.close();
    await rm(dataDir, { recursive: true });
  });
  const rank = () =>
    search.rank({ text: 'btc', venue: null, classes: [], withEnded: false, order: 'relevance' });
  const outcomes = await Promise.allSettled(Array.from({ length: 203 }, rank));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 3);
  const last = outcomes.at(-1);
  assert.ok(last?.status === 'rejected' && last.reason instanceof SearchBusyError);
  assert.deepEqual(await rank(), []);
});

test('a search whose thread crashes is refused, and the next one starts the thread again', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thread-search-'));
  const history = { dataDir, historyUrl: null, databaseUrl: null };
  const problems: string[] = [];
  const search = new ThreadSearch({ dataDir, history }, (problem) => problems.push(problem));
  t.after(async () => {
    await search.close();
    await rm(dataDir, { recursive: true });
  });
  const rank = () =>
    search.rank({ text: 'btc', venue: null, classes: [], withEnded: true, order: 'relevance' });
  assert.deepEqual(await rank(), []);
  // The thread throws on a message without changes.
  search.change(null as unknown as MarketChanges);
  await assert.rejects(rank(), SearchBusyError);
  assert.equal(search.generation, 1, 'the feed is told again');
  assert.match(problems.join(), /its thread failed/);
  assert.deepEqual(await rank(), []);
});
