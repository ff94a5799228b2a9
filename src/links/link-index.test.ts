import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { sampleFeed, sampleMarket } from '../../test/support/sample-markets.ts';
import { MINUTE_MS, NO_SETTLING } from '../domain/index.ts';
import { curatePair } from './curate.ts';
import { LinkIndex } from './link-index.ts';

const RULES = 'If the United States enters a recession in 2027, then the market resolves to Yes.';

const pm = sampleMarket('pm-recession', {
  title: 'US recession in 2027?',
  endDate: '2028-01-31T12:00:00Z',
  rules: RULES,
});
const kalshi = sampleMarket('kalshi-rec-27', {
  title: 'Will there be a recession in the US in 2027?',
  closeTime: '2028-01-31T15:00:00Z',
  rules: RULES,
});
const lastYear = sampleMarket('kalshi-rec-26', {
  title: 'Will there be a recession in the US in 2026?',
  closeTime: '2027-01-31T15:00:00Z',
});

test('markets of two venues that ask the same are linked, with reasons, and form a group', async () => {
  const index = new LinkIndex({ curatedPath: null });
  await index.update([pm, kalshi, lastYear]);

  const link = index.findLinkBetween('pm-recession', 'kalshi-rec-27');
  assert.equal(link?.relation, 'same');
  assert.equal(link?.source, 'matched');
  assert.ok((link?.confidence ?? 0) >= 0.9);
  assert.match(link?.reasons.join(' ') ?? '', /same date: 2027/i);
  assert.deepEqual(
    index.group('pm-recession').map(({ asset }) => asset),
    ['pm-recession', 'kalshi-rec-27'],
  );
  assert.equal(index.getLinks('kalshi-rec-27')[0]?.b, 'pm-recession');
});

test('a candidate that differs in its date is refused with the two dates', async () => {
  const index = new LinkIndex({ curatedPath: null });
  await index.update([pm, lastYear]);
  assert.deepEqual(index.listLinks(), []);
  assert.match(
    index.listRefused()[0]?.reasons.join(' ') ?? '',
    /Dates differ: 2026 against 2027|Dates differ: 2027 against 2026/,
  );
});

test('a curated link wins over the matcher', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'links-'));
  t.after(() => rm(directory, { recursive: true }));
  const curatedPath = path.join(directory, 'links.json');
  await writeFile(
    curatedPath,
    '[{"a":"pm-recession","b":"kalshi-rec-27","relation":"related","reasons":["Other rules."]}]',
  );
  const index = new LinkIndex({ curatedPath });
  await index.reloadCurated();
  await index.update([pm, kalshi]);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'related');
  assert.equal(index.group('pm-recession').length, 1);

  await writeFile(curatedPath, 'not json');
  await index.reloadCurated();
  await index.update([pm, kalshi]);
  assert.match(index.status().curatedError ?? '', /not JSON/);
  assert.equal(
    index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation,
    'related',
    'the links of before stay',
  );

  // A file that exists and cannot be read is reported too.
  await rename(curatedPath, `${curatedPath}.broken`);
  await symlink(curatedPath, curatedPath);
  await index.update([pm, kalshi]);
  await index.reloadCurated();
  assert.match(index.status().curatedError ?? '', /could not be read/);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'related');
});

test('a mirrored market is the same only when strike, oracle and expiry agree', async () => {
  const terms = {
    direction: 'above',
    strike: 200,
    underlying: 'SOL',
    settlementSource: 'Chainlink SOL/USD',
  } as const;
  const model = sampleMarket('pm-sol', {
    title: 'SOL above $200 on December 9?',
    endDate: '2026-12-09T17:00:00Z',
    terms,
  });
  const mirrorOf = { venue: 'polymarket', key: 'sol' } as const;
  const copy = (id: string, more: object, endDate = '2026-12-09T17:00:00Z') =>
    sampleMarket(`limitless-${id}`, { title: 'SOL, daily', endDate, terms: { ...terms, mirrorOf, ...more } });
  const settling = (source: string) => ({ terms: { ...NO_SETTLING, source }, statedBy: {} });
  const index = new LinkIndex({ curatedPath: null });
  await index.update([
    { ...model, settling: settling('twap60') },
    { ...copy('exact', {}), settling: settling('twap60') },
    copy('silent', {}),
    { ...copy('settled', {}), settling: settling('chainlink') },
    copy('strike', { strike: 201 }),
    copy('oracle', { settlementSource: 'Pyth' }),
    copy('expiry', {}, '2026-12-09T18:00:00Z'),
  ]);
  const relations = ['exact', 'silent', 'settled', 'strike', 'oracle', 'expiry'].map(
    (id) => index.findLinkBetween(`limitless-${id}`, 'pm-sol')?.relation,
  );
  assert.deepEqual(relations, ['same', 'same', 'related', 'related', 'related', 'related']);
  assert.equal(index.findLinkBetween('limitless-exact', 'pm-sol')?.source, 'mirrored');
});

test('prices alone cause no new matching, and a market that leaves takes its links along', async () => {
  const index = new LinkIndex({ curatedPath: null });
  await index.update([pm, kalshi]);
  const links = index.listLinks();
  await index.update([
    { ...pm, price: 0.4 },
    { ...kalshi, ticker: { ...kalshi.ticker, yesBid: 0.3 } },
  ]);
  assert.equal(index.listLinks().length, links.length);
  for (const [i, link] of index.listLinks().entries()) assert.equal(link, links[i]);

  await index.update([pm]);
  assert.deepEqual(index.listLinks(), []);
  assert.equal(index.status().markets, 1);
});

test('long work gives the event loop its turn at least every slice', async () => {
  let clock = 0;
  let turns = 0;
  const index = new LinkIndex({
    curatedPath: null,
    now: () => (clock += 3),
    yieldTurn: async () => {
      turns += 1;
    },
  });
  const markets = Array.from({ length: 60 }, (_, n) =>
    sampleMarket(`pm-m${n}`, { title: `Will candidate number${n} win the 2028 election?`, eventKey: 'e' }),
  );
  await index.update(markets);
  assert.ok(turns >= 15, `${turns} turns`);
  assert.ok((index.status().longestSliceMs ?? 99) <= 15);
});

test('calls of update never overlap and the newest list wins', async () => {
  const index = new LinkIndex({ curatedPath: null });
  const updates = [index.update([pm]), index.update([pm, lastYear]), index.update([pm, kalshi])];
  await Promise.all(updates);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'same');
});

test('an index that follows a feed links what the feed lists', async () => {
  const index = new LinkIndex({ curatedPath: null });
  const stop = index.follow(sampleFeed([pm, kalshi]), (error) => assert.fail(String(error)));
  await index.update([pm, kalshi]);
  stop();
  assert.equal(index.listGroups().length, 1);
});

test('a market that fits two of one venue equally well is linked to neither for certain', async () => {
  const twin = sampleMarket('kalshi-rec-27b', {
    title: 'Will there be a recession in the US in 2027?',
    closeTime: '2028-01-31T15:00:00Z',
    rules: RULES,
  });
  const index = new LinkIndex({ curatedPath: null });
  await index.update([pm, kalshi, twin]);
  assert.deepEqual(
    index.getLinks('pm-recession').map(({ relation }) => relation),
    ['related', 'related'],
  );
  assert.equal(index.group('pm-recession').length, 1);
});

test('a disputed link leaves the groups until a person confirms it', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'links-'));
  t.after(() => rm(directory, { recursive: true }));
  const curatedPath = path.join(directory, 'links.json');
  let now = 0;
  const index = new LinkIndex({ curatedPath, now: () => now, yieldTurn: async () => undefined });
  const apart = [
    { ...pm, bid: 0.6, ask: 0.62 },
    { ...kalshi, bid: 0.3, ask: 0.32 },
  ];
  await index.update(apart);
  assert.equal(index.group('pm-recession').length, 2);
  now = 15 * MINUTE_MS;
  await index.update(apart);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'same');
  assert.notEqual(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.dispute, undefined);
  assert.equal(index.group('pm-recession').length, 1);
  assert.equal(index.status().disputed, 1);

  await curatePair(curatedPath, { a: 'pm-recession', b: 'kalshi-rec-27', relation: 'same' });
  await index.update(apart);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.source, 'curated');
  assert.equal(index.group('pm-recession').length, 2);
});

test('a third market of the same question does not bring a disputed pair back together', async () => {
  let now = 0;
  const index = new LinkIndex({ curatedPath: null, now: () => now, yieldTurn: async () => undefined });
  const third = sampleMarket('limitless-rec', {
    title: 'US recession in 2027?',
    endDate: '2028-01-31T12:00:00Z',
    rules: RULES,
  });
  const markets = [
    { ...pm, bid: 0.6, ask: 0.62 },
    { ...kalshi, bid: 0.3, ask: 0.32 },
    { ...third, bid: 0.55, ask: 0.65 },
  ];
  await index.update(markets);
  assert.equal(index.group('pm-recession').length, 3);
  now = 15 * MINUTE_MS;
  await index.update(markets);
  assert.notEqual(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.dispute, undefined);
  for (const members of index.listGroups()) {
    const assets = members.map(({ asset }) => asset);
    assert.ok(!(assets.includes('pm-recession') && assets.includes('kalshi-rec-27')), assets.join(' '));
  }
  assert.equal(index.listGroups().length, 1, 'the third one stays with one of the two');
});

test('a pair that a person refused is kept apart from a third market’s group', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'links-'));
  t.after(() => rm(directory, { recursive: true }));
  const curatedPath = path.join(directory, 'links.json');
  const third = sampleMarket('limitless-rec', {
    title: 'US recession in 2027?',
    endDate: '2028-01-31T12:00:00Z',
    rules: RULES,
  });
  const index = new LinkIndex({ curatedPath });
  await index.update([pm, kalshi, third]);
  assert.equal(index.group('pm-recession').length, 3);

  await curatePair(curatedPath, { a: 'pm-recession', b: 'kalshi-rec-27', relation: 'none' });
  await index.update([pm, kalshi, third]);
  assert.equal(
    index.listGroups().some((members) => members.length > 2),
    false,
  );
  assert.match(index.listRefused().at(-1)?.reasons.join(' ') ?? '', /A person has refused the two\./);

  await rm(curatedPath);
  await index.update([pm, kalshi, third]);
  assert.equal(index.group('pm-recession').length, 3);
});

test('prices of a stale venue dispute nothing', async () => {
  let now = 0;
  const index = new LinkIndex({ curatedPath: null, now: () => now, yieldTurn: async () => undefined });
  const apart = [
    { ...pm, bid: 0.6, ask: 0.62 },
    { ...kalshi, bid: 0.3, ask: 0.32 },
  ];
  for (const minute of [0, 30]) {
    now = minute * MINUTE_MS;
    await index.update(apart, (venue) => venue === 'kalshi');
  }
  assert.equal(index.status().disputed, 0);
});

test('a pair that a person refused is no link, and comes back when the entry is taken out', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'links-'));
  t.after(() => rm(directory, { recursive: true }));
  const curatedPath = path.join(directory, 'links.json');
  const index = new LinkIndex({ curatedPath });
  await index.update([pm, kalshi]);
  assert.equal(index.listGroups().length, 1);

  await curatePair(curatedPath, {
    a: 'kalshi-rec-27',
    b: 'pm-recession',
    relation: 'none',
    reasons: ['Other rules.'],
  });
  await index.update([pm, kalshi]);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27'), null);
  assert.equal(index.listGroups().length, 0);
  assert.deepEqual(index.listRefused()[0]?.reasons, ['Other rules.']);

  await rm(curatedPath);
  await index.update([pm, kalshi]);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'same');
});

test('an operator’s words make a pair out of two wordings, and a file that does not fit is named', async (t) => {
  const directory = await mkdtemp(path.join(tmpdir(), 'links-'));
  t.after(() => rm(directory, { recursive: true }));
  const file = {
    about: 'test',
    provenance: 'test',
    licence: 'test',
    phrases: [{ mean: 'recession', say: ['economic contraction'] }],
  };
  await writeFile(path.join(directory, 'own.json'), JSON.stringify(file));
  await writeFile(path.join(directory, 'wrong.json'), '{"about": 1}');
  const other = sampleMarket('pm-recession', {
    title: 'US economic contraction in 2027?',
    endDate: '2028-01-31T12:00:00Z',
  });
  const index = new LinkIndex({ curatedPath: null, vocabularyPath: directory });
  await index.update([other, kalshi]);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27'), null);
  await index.loadVocabulary();
  await index.update([other, kalshi]);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'same');
  assert.match(index.status().vocabularyErrors.join(), /wrong\.json does not match the vocabulary's schema/);
});

test('links found one by one are those found at once', async () => {
  const all = [
    pm,
    kalshi,
    lastYear,
    sampleMarket('limitless-rec', {
      title: 'US recession in 2027?',
      endDate: '2028-01-31T12:00:00Z',
      rules: RULES,
    }),
  ];
  const atOnce = new LinkIndex({ curatedPath: null });
  await atOnce.update(all);
  const oneByOne = new LinkIndex({ curatedPath: null });
  for (let count = 1; count <= all.length; count += 1) await oneByOne.update(all.slice(0, count));
  assert.deepEqual(oneByOne.listLinks(), atOnce.listLinks());
  assert.deepEqual(
    oneByOne.listGroups().map((group) => group.length),
    [3],
  );

  await oneByOne.update(all.slice(1));
  await atOnce.update(all.slice(1));
  assert.deepEqual(oneByOne.listLinks(), atOnce.listLinks());
  assert.equal(oneByOne.group('pm-recession').length, 1);
});

test('a pair is explained with how each market was read', async () => {
  const index = new LinkIndex({ curatedPath: null });
  await index.update([pm, lastYear]);
  const explanation = index.explain('pm-recession', 'kalshi-rec-26');
  assert.equal(explanation?.matched, null);
  assert.deepEqual([explanation?.a.date, explanation?.b.date], ['2027', '2026']);
  assert.match(explanation?.against.join() ?? '', /Dates differ/);
  assert.equal(index.explain('pm-recession', 'kalshi-nothing'), null);
});

test('lists in another order, with markets that come, go, change and stand twice, are followed', async () => {
  const index = new LinkIndex({ curatedPath: null });
  const renewed = (market: typeof pm) => ({ ...market, ticker: { ...market.ticker } });
  const assetsLinked = () => index.getLinks('pm-recession').map(({ b }) => b);
  await index.update([pm, lastYear, kalshi]);
  assert.deepEqual(assetsLinked(), ['kalshi-rec-27']);

  await index.update([kalshi, renewed(pm), renewed(lastYear), kalshi, lastYear]);
  assert.equal(index.status().markets, 3);
  assert.deepEqual(assetsLinked(), ['kalshi-rec-27']);

  await index.update([kalshi, kalshi, pm]);
  assert.equal(index.status().markets, 2);
  assert.deepEqual(assetsLinked(), ['kalshi-rec-27']);

  const reworded = renewed(kalshi);
  reworded.ticker = { ...reworded.ticker, title: 'Will there be a recession in the US in 2029?' };
  await index.update([pm, lastYear, reworded]);
  assert.equal(index.status().markets, 3);
  assert.deepEqual(assetsLinked(), []);

  await index.update([lastYear, kalshi, renewed(pm)]);
  assert.deepEqual(assetsLinked(), ['kalshi-rec-27']);
  await index.update([pm, lastYear]);
  assert.equal(index.status().markets, 2);
  assert.deepEqual(assetsLinked(), []);
});

test('a link that no longer holds ends at the next poll, and what speaks against it is kept', async () => {
  const index = new LinkIndex({ curatedPath: null });
  await index.update([pm, kalshi]);
  assert.equal(index.listGroups().length, 1);

  const stricter =
    'If the NBER announces a recession of the United States in 2027, the market resolves to Yes.';
  await index.update([{ ...pm, rules: `This market will resolve to "Yes" if ${stricter.slice(3)}` }, kalshi]);
  assert.notEqual(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'same');
  assert.equal(index.listGroups().length, 0);
  const ended = index.listRefused().find(({ b }) => b === 'pm-recession');
  assert.match(ended?.reasons.join(' ') ?? '', /^Linked until one of the two was reworded\. .*announce/);

  const other = { ...pm, ticker: { ...pm.ticker, title: 'Will aliens land in 2027?' } };
  await index.update([other, kalshi]);
  assert.match(index.listRefused()[0]?.reasons.join(' ') ?? '', /announce|Words differ/);

  await index.update([pm, kalshi]);
  assert.equal(index.findLinkBetween('pm-recession', 'kalshi-rec-27')?.relation, 'same');
  assert.deepEqual(index.listRefused(), []);

  await index.update([{ ...pm, rules: 'If aliens land, then the market resolves to Yes.' }, kalshi]);
  assert.match(index.listRefused()[0]?.reasons.join(' ') ?? '', /something else than its title/);
  await index.update([kalshi]);
  assert.deepEqual(index.listRefused(), []);
});

const LONG = `${RULES} ${'The resolution source is official information. '.repeat(900)}`;
const GERMAN =
  'Dieser Markt wird mit Ja aufgelöst, wenn die Vereinigten Staaten im Jahr 2027 in eine Rezession geraten.';

for (const [name, rules] of [
  ['empty', ''],
  ['blank', ' \n '],
  ['longer than is read', LONG],
  ['in another language', GERMAN],
] as const) {
  test(`rules that are ${name} leave no link that carries money`, async () => {
    const index = new LinkIndex({ curatedPath: null });
    await index.update([{ ...pm, rules }, kalshi]);
    const link = index.findLinkBetween('pm-recession', 'kalshi-rec-27');
    assert.ok(link !== null && link.confidence < 0.9, String(link?.confidence));
    assert.match(link.differences.join(' '), /rules/);
    assert.equal(index.listGroups().length, 0);
  });
}
