import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addList,
  chooseList,
  findFullness,
  findList,
  formatShared,
  formatStored,
  hasAsset,
  MAX_ASSETS,
  MAX_LISTS,
  MAX_NAME_CHARS,
  moveAsset,
  moveList,
  NO_LISTS,
  parseShared,
  parseStored,
  removeList,
  renameList,
  setAsset,
  type WatchLists,
} from './watch-model.ts';

const MAJORS = { id: 'majors', name: 'Majors', assets: ['hl-BTC', 'hl-ETH'] };
const KEPT = { lists: [MAJORS, { id: 'rates', name: 'Rates', assets: [] }], current: 'rates' };
const ids = (count: number) => Array.from({ length: count }, (_, i) => `pm-${i}`);

test('what is stored is read as it was', () => {
  assert.deepEqual(parseStored(formatStored(KEPT)), KEPT);
  assert.deepEqual(parseStored(null), NO_LISTS);
});

test('content that is damaged, foreign or huge gives the lists that can be read, and no more than are allowed', () => {
  const strange = [
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"lists":{}}',
    '{"lists":[null,3,"a",[]]}',
    '{"lists":[{"id":"majors"}]}',
    '{"lists":[{"id":"../etc","name":"a","assets":[]}]}',
    '{"lists":[{"id":"__proto__","name":"a","assets":[]}]}',
  ];
  for (const text of strange) assert.deepEqual(parseStored(text), NO_LISTS, text);
  assert.deepEqual(parseStored(`{"lists":[${' '.repeat(2_000_000)}]}`), NO_LISTS);

  const mixed = {
    lists: [
      { ...MAJORS, assets: ['hl-BTC', 7, '', 'a,b', '<b>', 'x'.repeat(300), 'HL-btc', 'hl-ETH'], more: 1 },
      { ...MAJORS, name: 'again' },
      { id: 'long', name: `a\u202E\n${'b'.repeat(10_000)}`, assets: ids(1_000) },
    ],
    current: 'gone',
  };
  const { lists, current } = parseStored(JSON.stringify(mixed));
  assert.equal(current, 'majors');
  assert.deepEqual(lists[0], MAJORS);
  assert.equal(lists.length, 2);
  assert.match(lists[1]?.name ?? '', /^a b+$/);
  assert.equal(lists[1]?.name.length, MAX_NAME_CHARS);
  assert.equal(lists[1]?.assets.length, MAX_ASSETS);

  const many = Array.from({ length: 300 }, (_, i) => ({ id: `list${i}`, name: `${i}`, assets: [] }));
  assert.equal(parseStored(JSON.stringify({ lists: many, current: null })).lists.length, MAX_LISTS);
});

test('an address carries a list, of any name and up to the most assets', () => {
  const lists = [
    MAJORS,
    { name: '<img src=x onerror=alert(1)> & "q" # ? %41 , ü 🏆', assets: ['hl-xyz:NVDA', 'pm-a.b-c'] },
    { name: 'empty', assets: [] },
    { name: 'full', assets: ids(MAX_ASSETS) },
  ];
  for (const { name, assets } of lists)
    assert.deepEqual(parseShared(formatShared({ name, assets })), { name, assets });
  assert.equal(formatShared(MAJORS), '#name=Majors&assets=hl-BTC,hl-ETH');
});

test('an address with anything else is no list, or the part of one that can be read', () => {
  assert.equal(parseShared(''), null);
  assert.equal(parseShared('#main'), null);
  assert.deepEqual(parseShared('#assets=hl-BTC,,%00,<b>,hl-btc,%E0%A4%A'), {
    name: 'Watch list',
    assets: ['hl-BTC'],
  });
  assert.deepEqual(parseShared('#name=%20'), { name: 'Watch list', assets: [] });
  assert.equal(parseShared(`#assets=${ids(5_000).join(',')}`)?.assets.length, MAX_ASSETS);
});

test('an asset is put in once and taken out in any letter case; the first one makes a list', () => {
  const first = setAsset(NO_LISTS, 'aaaa', 'hl-BTC', true);
  assert.deepEqual(first, {
    lists: [{ id: 'aaaa', name: 'Watch list', assets: ['hl-BTC'] }],
    current: 'aaaa',
  });
  assert.equal(setAsset(first, 'aaaa', 'HL-btc', true), first);
  assert.equal(hasAsset(findList(first, 'aaaa'), 'hl-btc'), true);
  assert.deepEqual(setAsset(first, 'aaaa', 'hl-btc', false).lists[0]?.assets, []);
  assert.equal(setAsset(NO_LISTS, 'aaaa', 'hl-BTC', false), NO_LISTS);
});

test('a full list takes no asset and says so, and the most lists no further one', () => {
  const full = addList(NO_LISTS, 'full', { name: 'Full', assets: ids(MAX_ASSETS + 1) });
  assert.equal(setAsset(full, 'full', 'hl-BTC', true), full);
  assert.match(findFullness(full, findList(full, 'full')) ?? '', /200 markets/);
  let lists = NO_LISTS;
  for (let i = 0; i < MAX_LISTS + 3; i++) lists = addList(lists, `list${i}`, { name: 'A', assets: [] });
  assert.equal(lists.lists.length, MAX_LISTS);
  assert.match(findFullness(lists, null) ?? '', /20 lists/);
  assert.equal(findFullness(KEPT, MAJORS), null);
});

test('no two lists have one name, and what was chosen stays chosen until it is gone', () => {
  const added = addList(KEPT, 'other', MAJORS);
  assert.deepEqual(
    added.lists.map(({ name }) => name),
    ['Majors', 'Rates', 'Majors 2'],
  );
  assert.equal(added.current, 'other');
  assert.equal(findList(renameList(added, 'other', ' Rates '), 'other')?.name, 'Rates 2');
  assert.equal(findList(renameList(added, 'majors', 'Majors'), 'majors')?.name, 'Majors');
  assert.equal(removeList(added, 'majors').current, 'other');
  assert.equal(removeList(added, 'other').current, 'majors');
  assert.equal(removeList(removeList(KEPT, 'majors'), 'rates').current, null);
  assert.equal(chooseList(KEPT, 'majors').current, 'majors');
  assert.equal(chooseList(KEPT, 'nope').current, 'rates');
});

test('assets of a list and the lists themselves are moved, and nothing else changes', () => {
  const order = (lists: WatchLists) => findList(lists, 'five')?.assets.join(' ');
  const five = addList(KEPT, 'five', { name: 'Five', assets: ['hl-A', 'hl-B', 'hl-C', 'hl-D', 'hl-E'] });
  assert.equal(order(moveAsset(five, 'five', 'hl-D', 0)), 'hl-D hl-A hl-B hl-C hl-E');
  assert.equal(order(moveAsset(five, 'five', 'HL-a', 1)), 'hl-B hl-A hl-C hl-D hl-E');
  assert.equal(order(moveAsset(five, 'five', 'hl-A', 4)), 'hl-B hl-C hl-D hl-E hl-A');
  for (const [id, asset, to] of [
    ['five', 'hl-A', -1],
    ['five', 'hl-E', 5],
    ['five', 'hl-B', 1],
    ['five', 'hl-X', 0],
    ['nope', 'hl-A', 1],
  ] as const)
    assert.equal(moveAsset(five, id, asset, to), five);
  const moved = moveList(five, 'five', 0);
  assert.deepEqual(
    moved.lists.map(({ id }) => id),
    ['five', 'majors', 'rates'],
  );
  assert.equal(moved.current, five.current);
  assert.equal(moveList(five, 'nope', 0), five);
});
