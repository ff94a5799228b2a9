import assert from 'node:assert/strict';
import test from 'node:test';
import type { Link, LinkRelation } from '../link.ts';
import { buildGroups, type FindBan, type Group, listMembersFrom } from './groups.ts';

const getVenue = (asset: string) => asset.split('-')[0] ?? asset;

function link(a: string, relation: LinkRelation, b: string, more: Partial<Link> = {}): Link {
  return { a, b, relation, confidence: 0.95, reasons: [], differences: [], source: 'matched', ...more };
}

const findGroup = (groups: readonly Group[], asset: string) => groups.find((group) => group.has(asset));

/** Builds the groups and lists the members of each, starting from the chosen market. */
function formGroups(links: readonly Link[], findBan?: FindBan) {
  const { groups, conflicts } = buildGroups(links, getVenue, findBan);
  return {
    conflicts,
    all: groups.map((members) => [...members.keys()].sort()),
    findMembers: (asset: string) => listMembersFrom(findGroup(groups, asset), asset),
  };
}

test('same and opposite links form a group with the side of each market', () => {
  const groups = formGroups([link('pm-a', 'same', 'kalshi-a'), link('kalshi-a', 'opposite', 'limitless-a')]);
  assert.deepEqual(groups.findMembers('limitless-a'), [
    { asset: 'limitless-a', polarity: 1 },
    { asset: 'pm-a', polarity: -1 },
    { asset: 'kalshi-a', polarity: -1 },
  ]);
  assert.equal(groups.all.length, 1);
});

test('links below 0.9 and loose relations form no group', () => {
  const links = [link('pm-a', 'same', 'kalshi-a', { confidence: 0.89 }), link('pm-b', 'subset', 'kalshi-b')];
  const groups = formGroups(links);
  assert.deepEqual(groups.all, []);
  assert.deepEqual(groups.findMembers('pm-a'), [{ asset: 'pm-a', polarity: 1 }]);
});

test('a link that contradicts a more trusted one is left out and reported', () => {
  const groups = formGroups([
    link('pm-a', 'opposite', 'limitless-a'),
    link('pm-a', 'same', 'kalshi-a', { source: 'curated' }),
    link('kalshi-a', 'same', 'limitless-a', { source: 'mirrored' }),
  ]);
  assert.deepEqual(
    groups.findMembers('pm-a').map(({ polarity }) => polarity),
    [1, 1, 1],
  );
  assert.deepEqual(
    groups.conflicts.map(({ a, b }) => [a, b]),
    [['pm-a', 'limitless-a']],
  );
});

test('two unlinked markets of one venue never share a group', () => {
  const groups = formGroups([link('pm-a', 'same', 'kalshi-a'), link('pm-b', 'same', 'kalshi-a')]);
  assert.equal(groups.findMembers('kalshi-a').length, 2);
  assert.equal(groups.conflicts.length, 1);
});

test('two that must not stand together are kept apart by leaving out the weakest link of every path', () => {
  const links = [
    link('pm-a', 'same', 'kalshi-a', { confidence: 0.99 }),
    link('kalshi-a', 'same', 'limitless-a', { confidence: 0.93 }),
    link('limitless-a', 'same', 'hl-a', { confidence: 0.97 }),
    link('pm-a', 'same', 'hl-a', { confidence: 0.91 }),
  ];
  const findBan = (a: string, b: string) =>
    [a, b].sort().join(' ') === 'limitless-a pm-a' ? 'The two are disputed.' : null;
  const groups = formGroups(links, findBan);
  assert.deepEqual(groups.all, [
    ['kalshi-a', 'pm-a'],
    ['hl-a', 'limitless-a'],
  ]);
  assert.deepEqual(
    groups.conflicts.map(({ a, b }) => [a, b]),
    [
      ['kalshi-a', 'limitless-a'],
      ['pm-a', 'hl-a'],
    ],
  );
  assert.match(groups.conflicts[0]?.reasons[0] ?? '', /The two are disputed\.$/);
});
