import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { parseAssetId } from '../../../src/domain/index.ts';
import { inverseRelation, linkFrom, pairKey } from '../../../src/links/link.ts';
import { LinkIndex } from '../../../src/links/link-index.ts';
import { type LabelFile, type LabelledPair, statesOf } from './labels.ts';

const files = ['recorded', 'constructed'] as const;

for (const name of files) {
  const labels = readLabels(name);

  test(`links of the ${name} pairs agree with the labels read by hand`, async (t) => {
    const index = new LinkIndex({ curatedPath: null });
    await index.update(statesOf(labels));
    const score = scoreOf(labels.pairs, index);
    t.diagnostic(reportOf(name, labels.pairs.length, score));
    for (const miss of score.missed) t.diagnostic(`missed: ${miss}`);

    assert.deepEqual(score.wrong, [], 'same and opposite links that the labels do not hold');
    assert.ok(score.truths >= 15, `${score.truths} true pairs`);
    assert.ok(score.found / score.truths >= 0.8, `recall ${score.found / score.truths}`);
  });

  test(`every same or opposite link over all ${name} markets is a labelled one`, async () => {
    const index = new LinkIndex({ curatedPath: null });
    await index.update(statesOf(labels));
    const labelled = new Set(labels.pairs.filter(isTruth).map(({ a, b }) => pairKey(a, b)));
    const extra = index
      .links()
      .filter(({ relation }) => relation === 'same' || relation === 'opposite')
      .filter(({ a, b }) => !labelled.has(pairKey(a, b)))
      .map(({ a, b, relation }) => `${a} ${relation} ${b}`);
    assert.deepEqual(extra, []);
  });
}

test('the matcher keeps nested thresholds and dates apart from equal ones', async () => {
  const labels = readLabels('constructed');
  const index = new LinkIndex({ curatedPath: null });
  await index.update(statesOf(labels));
  for (const pair of labels.pairs.filter(({ label }) => label === 'subset' || label === 'superset')) {
    const found = index.linkBetween(pair.a, pair.b);
    if (found === null) continue;
    assert.ok(
      [pair.label, 'related'].includes(found.relation),
      `${pair.a} ${found.relation} ${pair.b}: ${pair.reason}`,
    );
  }
});

test('the labelled set is large enough, and every label names two known markets and its reason', () => {
  const recorded = readLabels('recorded');
  assert.ok(recorded.pairs.length >= 100, `${recorded.pairs.length} recorded pairs`);
  for (const name of files) {
    const labels = readLabels(name);
    for (const pair of labels.pairs) {
      assert.ok(
        labels.markets[pair.a] !== undefined && labels.markets[pair.b] !== undefined,
        `${pair.a} ${pair.b}`,
      );
      assert.ok(pair.reason.length > 10);
      assert.ok(parseAssetId(pair.a) !== null && parseAssetId(pair.b) !== null);
    }
  }
});

interface Score {
  readonly truths: number;
  readonly found: number;
  readonly claimed: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

function scoreOf(pairs: readonly LabelledPair[], index: LinkIndex): Score {
  const wrong: string[] = [];
  const missed: string[] = [];
  let found = 0;
  let claimed = 0;
  for (const pair of pairs) {
    const link = index.linkBetween(pair.a, pair.b);
    const relation = link === null ? 'none' : linkFrom(link, pair.a).relation;
    const isClaim = relation === 'same' || relation === 'opposite';
    if (isClaim) claimed += 1;
    if (isClaim && relation !== pair.label)
      wrong.push(`${pair.a} ${relation} ${pair.b}, labelled ${pair.label}: ${pair.reason}`);
    if (!isTruth(pair)) continue;
    if (relation === pair.label) found += 1;
    else missed.push(`${pair.a} ${pair.label} ${pair.b}: found ${relation}`);
  }
  return { truths: pairs.filter(isTruth).length, found, claimed, wrong, missed };
}

function reportOf(name: string, pairs: number, { truths, found, claimed, wrong }: Score): string {
  const precision = claimed === 0 ? 'none claimed' : ((claimed - wrong.length) / claimed).toFixed(3);
  return `${name}: ${pairs} pairs, ${truths} same or opposite; precision ${precision}, recall ${(found / truths).toFixed(3)} (${found}/${truths})`;
}

function isTruth({ label }: LabelledPair): boolean {
  return label === 'same' || label === 'opposite';
}

function readLabels(name: string): LabelFile {
  const text = readFileSync(path.join(import.meta.dirname, `${name}.labels.json`), 'utf8');
  return JSON.parse(text) as LabelFile;
}

test('inverting a relation twice gives it back', () => {
  for (const relation of ['same', 'opposite', 'subset', 'superset', 'related'] as const) {
    assert.equal(inverseRelation(inverseRelation(relation)), relation);
  }
});
