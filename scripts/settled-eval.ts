/**
 * Evaluates cases of settled windows and of calibration, so that other implementations can be compared with this one.
 * Reads `{kind, cases}` as JSON and prints a JSON array with one result a case.
 *
 *     node bin/with-node24 scripts/settled-eval.ts < cases.json
 *
 * Kinds: `verdicts`, `admission`, `proof`, `recorded-day` (a case names the file of its ticks), `samples`, `cells`
 * (lists of `[p, y, event]`), `wilson` (`{share, n}`).
 */
import { text } from 'node:stream/consumers';
import { SETTLED_KINDS } from './settled-cases.ts';

const input = await text(process.stdin);
const { kind, cases } = JSON.parse(input === '' ? '{"kind":"","cases":[]}' : input) as {
  kind: string;
  cases: readonly object[];
};
const evaluate = SETTLED_KINDS[kind];
if (input === '') {
  console.error('usage: settled-eval.ts < cases.json');
  process.exitCode = 2;
} else if (evaluate === undefined) {
  console.error(`unknown kind ${kind}: one of ${Object.keys(SETTLED_KINDS).join(', ')}`);
  process.exitCode = 2;
} else {
  console.log(JSON.stringify(cases.map((each) => evaluate(unwrap(each)))));
}

/** Reads the input of a case, given alone or as the member `input` of a case with its name and expectation. */
function unwrap(each: object): never {
  return ('input' in each ? each.input : each) as never;
}
