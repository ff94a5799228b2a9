/**
 * Holds the matcher against a file of labelled pairs of real listings: precision and recall by relation and
 * category, every wrong claim, every miss with what stood against it.
 *
 *     node bin/with-node24 scripts/links-eval.ts FILE [--json] [--part tune|held-out]
 *
 * FILE has the format of test/reference/links/README.md. All its markets are read by the venues' own adapters
 * and matched at once. --json prints one object {claims, refused, ms} with the ids of the file, and nothing else.
 * --part scores two thirds of the pairs, which rules may be written on, or the third that is held out; all markets
 * are matched in either case. Of the held-out third only totals are printed, so that no rule is tuned to its pairs.
 */
import { parseArgs } from 'node:util';
import { evaluate, precision, recall, score, type Tally } from '../test/reference/links/evaluation.ts';
import { isHeldOut, readLabelFile } from '../test/reference/links/label-file.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, part: { type: 'string' } },
  allowPositionals: true,
});
const [path] = positionals;
const isPart = values.part === undefined || values.part === 'tune' || values.part === 'held-out';
if (path === undefined || positionals.length !== 1 || !isPart) {
  console.error('usage: links-eval.ts FILE [--json] [--part tune|held-out]');
  process.exit(2);
}

const file = readLabelFile(path);
const evaluation = await evaluate(file);
if (values.json) {
  process.stdout.write(`${JSON.stringify(evaluation)}\n`);
} else {
  const { part } = values;
  print(file.pairs.filter((pair) => part === undefined || isHeldOut(pair) === (part === 'held-out')));
}

function print(pairs: typeof file.pairs): void {
  const { firm, byRelation, byCategory, byBand, wrong, missed, unlabelled } = score(
    pairs,
    evaluation,
    file.pairs,
  );
  console.log(`${pairs.length} pairs of ${file.states.size} markets, matched in ${evaluation.ms} ms\n`);
  console.log(row('', 'true', 'claimed', 'right', 'precision', 'recall'));
  console.log(tallyRow('same or opposite', firm));
  for (const [relation, tally] of [...byRelation].sort()) console.log(tallyRow(relation, tally));
  console.log('');
  for (const [category, tally] of [...byCategory].sort()) console.log(tallyRow(category, tally));

  console.log('');
  for (const [band, { claimed, right }] of byBand)
    console.log(row(band, '', claimed, right, claimed === 0 ? '-' : (right / claimed).toFixed(3)));

  console.log(`\nWrong claims: ${wrong.length}`);
  if (values.part === 'held-out') return;
  for (const { a, b, claimed, label, reason } of wrong)
    console.log(`  ${a}\n  ${b}\n    claimed ${claimed}, labelled ${label}: ${reason}`);
  console.log(`\nMissed: ${missed.length}`);
  for (const { a, b, label, against } of missed)
    console.log(`  ${a}\n  ${b}\n    ${label}; against it: ${against.join(' ')}`);
  console.log(`\nsame or opposite claims of pairs without a label: ${unlabelled.length}`);
  for (const { a, b, relation, confidence } of unlabelled)
    console.log(`  ${a} ${relation} ${b} (${confidence})`);
}

function tallyRow(name: string, tally: Tally): string {
  const { labelled, claimed, right } = tally;
  return row(name, labelled, claimed, right, figure(precision(tally)), figure(recall(tally)));
}

function row(name: string, ...cells: readonly (string | number)[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}
