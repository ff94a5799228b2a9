import assert from 'node:assert/strict';
import path from 'node:path';
import test from 'node:test';
import { invertRelation, isFirm, LINK_RELATIONS } from '../../../src/links/link.ts';
import { LinkIndex } from '../../../src/links/link-index.ts';
import { evaluate, precision, recall, score } from './evaluation.ts';
import { readLabelFile } from './label-file.ts';

const FILES = [
  { name: 'recorded', minPairs: 100, minTrue: 15 },
  { name: 'constructed', minPairs: 50, minTrue: 15 },
] as const;

for (const { name, minPairs, minTrue } of FILES) {
  const file = readLabelFile(path.join(import.meta.dirname, `${name}.labels.json`));

  test(`links of the ${name} pairs agree with the labels read by hand`, async (t) => {
    const { firm, wrong, missed, unlabelled } = score(file.pairs, await evaluate(file));
    t.diagnostic(
      `${name}: ${file.pairs.length} pairs, ${firm.labelled} same or opposite; ` +
        `precision ${precision(firm)?.toFixed(3)}, recall ${recall(firm)?.toFixed(3)} (${firm.right}/${firm.labelled})`,
    );
    for (const { a, b, against } of missed) t.diagnostic(`missed: ${a} ${b}: ${against.join(' ')}`);

    assert.deepEqual(wrong, [], 'same and opposite links that the labels do not hold');
    assert.deepEqual(unlabelled, [], 'same and opposite links of pairs without a label');
    assert.ok(firm.labelled >= minTrue, `${firm.labelled} true pairs`);
    assert.ok((recall(firm) ?? 0) >= 0.9, `recall ${recall(firm)}`);
  });

  test(`the ${name} set is large enough, and every label names its reason`, () => {
    assert.ok(file.pairs.length >= minPairs, `${file.pairs.length} pairs`);
    for (const { a, b, reason } of file.pairs) assert.ok(reason.length > 10, `${a} ${b}: ${reason}`);
  });
}

test('the matcher keeps nested thresholds and dates apart from equal ones', async () => {
  const file = readLabelFile(path.join(import.meta.dirname, 'constructed.labels.json'));
  const index = new LinkIndex({ curatedPath: null });
  await index.update([...file.states.values()]);
  for (const { a, b, label, reason } of file.pairs) {
    if (label !== 'subset' && label !== 'superset') continue;
    const found = index.findLinkBetween(
      file.states.get(a)?.ref.asset ?? '',
      file.states.get(b)?.ref.asset ?? '',
    );
    if (found === null) continue;
    assert.ok([label, 'related'].includes(found.relation), `${a} ${found.relation} ${b}: ${reason}`);
  }
});

test('inverting a relation twice gives it back, and firm relations are their own inverse', () => {
  for (const relation of LINK_RELATIONS) {
    assert.equal(invertRelation(invertRelation(relation)), relation);
    if (isFirm(relation)) assert.equal(invertRelation(relation), relation);
  }
});
