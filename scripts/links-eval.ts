/**
 * Holds the matcher against a file of labelled pairs of real listings: precision and recall by relation and
 * category, every wrong claim, every miss with what stood against it.
 *
 *     node bin/with-node24 scripts/links-eval.ts FILE [--json] [--only half.json]
 *
 * FILE has the format of test/reference/links/README.md. All its markets are read by the venues' own adapters
 * and matched at once. --json prints one object {claims, refused, ms} with the ids of the file, and nothing else.
 * --only names a JSON list of positions: only these pairs are scored, all markets are still matched.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evaluate, precision, recall, score, type Tally } from '../test/reference/links/evaluation.ts';
import { readLabelFile } from '../test/reference/links/label-file.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
});
const [path] = positionals;
if (path === undefined || positionals.length !== 1) {
  console.error('usage: links-eval.ts FILE [--json] [--only half.json]');
  process.exit(2);
}

const file = readLabelFile(path);
const evaluation = await evaluate(file);
if (values.json) {
  process.stdout.write(`${JSON.stringify(evaluation)}\n`);
} else {
  const only = values.only === undefined ? null : new Set(JSON.parse(readFileSync(values.only, 'utf8')));
  print(file.pairs.filter((_, position) => only === null || only.has(position)));
}

function print(pairs: typeof file.pairs): void {
  const { firm, byRelation, byCategory, wrong, missed, unlabelled } = score(pairs, evaluation);
  console.log(`${pairs.length} pairs of ${file.states.size} markets, matched in ${evaluation.ms} ms\n`);
  console.log(row('', 'true', 'claimed', 'right', 'precision', 'recall'));
  console.log(tallyRow('same or opposite', firm));
  for (const [relation, tally] of [...byRelation].sort()) console.log(tallyRow(relation, tally));
  console.log('');
  for (const [category, tally] of [...byCategory].sort()) console.log(tallyRow(category, tally));

  console.log(`\nWrong claims: ${wrong.length}`);
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
