import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { walkRegister } from '../register-walk.ts';
import type { SearchedMarket } from '../searched-market.ts';
import { EndedFile, SEARCH_FILE } from './ended-file.ts';
import { FtsSearch } from './fts-search.ts';

const market = (name: string, title: string): SearchedMarket => ({
  asset: `pm-${name}`,
  venue: 'polymarket',
  kind: 'pm',
  title,
  event: null,
  eventKey: null,
  answer: null,
  volumeUsd: 10,
  isOpen: true,
});

const RAIN = market('rain', 'Will it rain in Lisbon?');
const SNOW = market('snow', 'Will it snow in Lisbon?');

async function openFile(t: TestContext) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'search-'));
  const problems: string[] = [];
  const ended = new EndedFile(dataDir, (problem) => problems.push(problem));
  t.after(async () => {
    ended.close();
    await rm(dataDir, { recursive: true });
  });
  return { dataDir, ended, problems, file: path.join(dataDir, SEARCH_FILE) };
}

async function find(ended: EndedFile, text: string, withEnded = true, desk = new FtsSearch(ended)) {
  const { hits } = await desk.search({
    text,
    venue: null,
    classes: [],
    withEnded,
    order: 'relevance',
    limit: 10,
    after: null,
  });
  return hits.map(({ asset, isEnded }) => [asset, isEnded]);
}

test('a market that leaves its list is found among ended ones, until it is listed again', async (t) => {
  const { ended } = await openFile(t);
  const desk = new FtsSearch(ended);
  desk.change({ put: [RAIN, SNOW], figures: [], gone: [] });
  desk.change({ put: [], figures: [], gone: [RAIN.asset] });
  assert.deepEqual(await find(ended, 'rain lisbon', false, desk), [[SNOW.asset, false]]);
  assert.deepEqual(await find(ended, 'rain lisbon', true, desk), [[RAIN.asset, true]]);
  assert.deepEqual(await find(ended, 'lisbon', true, desk), [
    [SNOW.asset, false],
    [RAIN.asset, true],
  ]);
  assert.deepEqual(
    await find(ended, 'lisbom rain', true, new FtsSearch(ended)),
    [[RAIN.asset, true]],
    'mended',
  );
  desk.change({ put: [RAIN], figures: [], gone: [] });
  assert.deepEqual(await find(ended, 'rain', true, desk), [[RAIN.asset, false]]);
});

test('ended markets outlive the process', async (t) => {
  const { ended, dataDir } = await openFile(t);
  ended.change([RAIN], []);
  ended.noteWalk(17);
  ended.close();
  const again = new EndedFile(dataDir);
  assert.deepEqual(await find(again, 'rain'), [[RAIN.asset, true]]);
  assert.equal(again.findWalk(), 17);
  again.close();
});

for (const [what, damage] of [
  [
    'a text',
    (file: string) =>
      writeFile(file, 'no database at all, but long enough to be read as its head '.repeat(20)),
  ],
  ['a cut file', async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2))],
  ['an empty file', (file: string) => truncate(file, 0)],
  [
    'a file of another version',
    async (file: string) => {
      const db = new DatabaseSync(file);
      db.exec('PRAGMA user_version = 99');
      db.close();
    },
  ],
] as const) {
  test(`${what} is made anew and filled again`, async (t) => {
    const { ended, dataDir, file } = await openFile(t);
    ended.change(
      Array.from({ length: 500 }, (_, i) => market(`m${i}`, `Will number ${i} be drawn?`)),
      [],
    );
    ended.noteWalk(17);
    ended.close();
    await damage(file);
    const again = new EndedFile(dataDir);
    assert.equal(again.findWalk(), null, 'the register is read again');
    again.change([RAIN], []);
    assert.deepEqual(await find(again, 'rain'), [[RAIN.asset, true]]);
    again.close();
  });
}

test('a file that turns out to be damaged at a search is made anew', async (t) => {
  const { ended, file, problems } = await openFile(t);
  ended.change([RAIN, SNOW], []);
  const other = new DatabaseSync(file, { defensive: false });
  // The blocks of the words, without which the index contradicts itself.
  other.exec('DELETE FROM words_data WHERE id > 10');
  other.close();
  assert.deepEqual(await find(ended, 'lisbon'), []);
  assert.match(problems.join(), /is damaged .* made anew/);
  assert.equal(ended.findWalk(), null);
  ended.change([RAIN], []);
  assert.deepEqual(await find(ended, 'rain'), [[RAIN.asset, true]]);
});

for (const [what, source, isKept] of [
  ['a history that went on', { store: 'a', position: 8 }, true],
  ['another history', { store: 'b', position: 9 }, false],
  ['an older copy of its history', { store: 'a', position: 6 }, false],
] as const) {
  test(`a file beside ${what} is ${isKept ? 'kept' : 'made anew'}`, async (t) => {
    const { ended, dataDir } = await openFile(t);
    ended.follow({ store: 'a', position: 7 });
    ended.change([RAIN], []);
    ended.noteWalk(17);
    ended.close();
    const again = new EndedFile(dataDir);
    again.follow(source);
    assert.deepEqual(await find(again, 'rain'), isKept ? [[RAIN.asset, true]] : []);
    assert.equal(again.findWalk(), isKept ? 17 : null, 'the register is read again');
    again.follow({ ...source, position: source.position + 1 });
    again.change([SNOW], []);
    assert.deepEqual(await find(again, 'snow'), [[SNOW.asset, true]]);
    again.close();
  });
}

test('a second writer of a directory has a file of its own', async (t) => {
  const { ended, dataDir } = await openFile(t);
  const second = new EndedFile(dataDir);
  t.after(() => second.close());
  ended.change([RAIN], []);
  second.change([SNOW], []);
  assert.deepEqual(await find(ended, 'lisbon'), [[RAIN.asset, true]]);
  assert.deepEqual(await find(second, 'lisbon'), [[SNOW.asset, true]]);
  ended.close();
  const next = new EndedFile(dataDir);
  t.after(() => next.close());
  assert.deepEqual(await find(next, 'lisbon'), [[RAIN.asset, true]]);
});

test('the walk stores what is registered and not listed', async (t) => {
  const { ended } = await openFile(t);
  const facts = [RAIN, SNOW].map(({ asset, venue, kind, title }) => ({
    asset,
    venue,
    kind,
    title,
    event: null,
    eventKey: null,
    terms: null,
  }));
  const pages = [
    { markets: facts.slice(0, 1), nextCursor: 'more' },
    { markets: facts.slice(1), nextCursor: null },
  ] as unknown as Awaited<ReturnType<Parameters<typeof walkRegister>[0]['register']['listMarkets']>>[];
  const isWhole = await walkRegister({
    register: { listMarkets: async ({ cursor }) => pages[cursor === undefined ? 0 : 1]! },
    ended,
    isListed: (asset) => asset === SNOW.asset,
    isStopped: () => false,
  });
  assert.equal(isWhole, true);
  assert.deepEqual(await find(ended, 'lisbon'), [[RAIN.asset, true]]);
});
