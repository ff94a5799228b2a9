import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import type { BinaryState } from '../../../src/domain/index.ts';
import { isFirm } from '../../../src/links/link.ts';
import { compareMarkets } from '../../../src/links/matching/compare.ts';
import { type MarketFeatures, readFeatures } from '../../../src/links/reading/features.ts';
import { getBuiltInVocabulary } from '../../../src/links/vocabulary/built-in.ts';
import { rounds } from '../../support/long-tests.ts';
import { seededRandom } from '../../support/random.ts';
import { isHeldOut, readLabelFile } from './label-file.ts';
import {
  CLAUSES,
  HARMLESS,
  type Kind,
  LINES,
  RESTRICTING,
  SETTLED_BY,
  SOURCES,
  SYNONYMS,
} from './planted.ts';

const SHARED = path.join(import.meta.dirname, '../../../../shared/links');
const FILES = [
  path.join(import.meta.dirname, 'recorded.labels.json'),
  path.join(import.meta.dirname, 'constructed.labels.json'),
  ...['pairs', 'pairs-2', 'near-misses'].map((name) => path.join(SHARED, `${name}.json`)).filter(existsSync),
];
const SIZES = { a: 2, b: 2 };
/** What recall may lose to sentences that say nothing. */
const MAX_LOSS = 0.02;

const vocabulary = getBuiltInVocabulary();
const known = new Map<BinaryState, MarketFeatures>();

interface TruePair {
  readonly a: BinaryState;
  readonly b: BinaryState;
  readonly relation: 'same' | 'opposite';
}

/** True pairs with rules on both sides that the matcher finds; none of the third that is held out. */
const pairs: readonly TruePair[] = FILES.flatMap((file) => {
  const { pairs: labelled, states } = readLabelFile(file);
  const isOurs = !file.startsWith(SHARED);
  return labelled.flatMap((pair) => {
    const [a, b] = [states.get(pair.a), states.get(pair.b)];
    const { label } = pair;
    if (a === undefined || b === undefined || !isFirm(label) || a.ref.venue === b.ref.venue) return [];
    if (!isOurs && isHeldOut(pair)) return [];
    if (a.rules === null || b.rules === null) return [];
    return relate(a, b) === label ? [{ a, b, relation: label }] : [];
  });
});

test('of planted sentences that restrict time, part, place, step or counting, none is accepted', (t) => {
  const count = rounds(400, 10_000);
  const random = seededRandom(20_261_129);
  const accepted: string[] = [];
  const made = new Map<string, number>();
  while ([...made.values()].reduce((sum, n) => sum + n, 0) < count) {
    const pair = choose(pairs, random);
    const [one, two] = random() < 0.5 ? [pair.a, pair.b] : [pair.b, pair.a];
    const [kind, planted] = misstate(one, random) ?? [];
    if (kind === undefined || planted === undefined) continue;
    made.set(kind, (made.get(kind) ?? 0) + 1);
    if (relate({ ...one, rules: planted.rules }, two) === pair.relation)
      accepted.push(`${kind}: ${planted.sentence} | ${one.ticker.title}: ${planted.rules}`);
  }
  t.diagnostic(
    `${count} in ${pairs.length} true pairs: ${[...made].map(([kind, n]) => `${kind} ${n}`).join(', ')}`,
  );
  assert.equal(
    accepted.length,
    0,
    `${accepted.length} accepted:\n${[...new Set(accepted.map((text) => text.slice(0, 600)))].slice(0, 12).join('\n')}`,
  );
});

test('sentences and words that change nothing cost at most a fiftieth of the pairs', (t) => {
  const count = rounds(200, 1_000);
  const random = seededRandom(20_261_130);
  const lost: string[] = [];
  for (let i = 0; i < count; ) {
    const pair = choose(pairs, random);
    const [one, two] = random() < 0.5 ? [pair.a, pair.b] : [pair.b, pair.a];
    const changed = restate(one.rules ?? '', random);
    if (changed === one.rules) continue;
    i += 1;
    if (relate({ ...one, rules: changed }, two) !== pair.relation)
      lost.push(`${one.ticker.title}: ${changed}`);
  }
  t.diagnostic(`${count} in ${pairs.length} true pairs: ${lost.length} lost`);
  assert.ok(
    lost.length <= MAX_LOSS * count,
    `${lost.length} of ${count} lost:\n${[...new Set(lost.map((text) => text.slice(0, 700)))].slice(0, 14).join('\n\n')}`,
  );
});

function relate(a: BinaryState, b: BinaryState) {
  return compareMarkets(getFeatures(a), getFeatures(b), SIZES).relation;
}

function getFeatures(state: BinaryState): MarketFeatures {
  const features = known.get(state) ?? readFeatures(state, vocabulary);
  if (known.size < 2_000) known.set(state, features);
  return features;
}

function choose<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T;
}

interface Planted {
  readonly rules: string;
  readonly sentence: string;
}

function misstate({ rules, ticker }: BinaryState, random: () => number): readonly [string, Planted] | null {
  const text = rules ?? '';
  const isContest = / vs\.? | at /i.test(ticker.eventTitle ?? ticker.title);
  const chance = random();
  if (chance < 0.08 && isContest) {
    const sentence = choose(LINES, random);
    return ['line', { rules: plant(text, sentence, random), sentence }];
  }
  if (chance < 0.16) {
    const clause = choose(CLAUSES, random);
    const changed = text
      .replace(/,? then the market resolves to Yes/, ` ${clause}$&`)
      .replace(/(resolves? to [“"]Yes[”"] if [^.\n]{3,300}[a-z0-9)])(?=\.|\n|$)/, `$1 ${clause}`);
    return changed === text ? null : ['clause', { rules: changed, sentence: clause }];
  }
  if (chance < 0.26) {
    const named = SOURCES.find((source) => text.includes(source));
    const other = choose(SOURCES, random);
    if (named === undefined) {
      const sentence = choose(SETTLED_BY, random).replace('…', other);
      return ['source', { rules: plant(text, sentence, random), sentence }];
    }
    if (named === other) return null;
    return ['source', { rules: text.replaceAll(named, other), sentence: `${named} becomes ${other}` }];
  }
  const kind = choose(Object.keys(RESTRICTING) as Kind[], random);
  const sentence = choose(RESTRICTING[kind], random);
  return [kind, { rules: plant(text, sentence, random), sentence }];
}

/** Behind all rules, before them, or between two sentences. */
function plant(text: string, sentence: string, random: () => number): string {
  const chance = random();
  if (chance < 0.4) return `${text}\n\n${sentence}`;
  if (chance < 0.6) return `${sentence} ${text}`;
  if (chance < 0.8) return `${text} ${sentence}`;
  const ends = [...text.matchAll(/[a-z"”]{2}(?<!\bvs|\bSt)\.\s+(?=[A-Z])/g)].map(
    ({ index, 0: found }) => index + found.length,
  );
  if (ends.length === 0) return `${text} ${sentence}`;
  const at = choose(ends, random);
  return `${text.slice(0, at)}${sentence} ${text.slice(at)}`;
}

/** A harmless sentence more, another word for the same, or paragraphs in another order. */
function restate(text: string, random: () => number): string {
  const chance = random();
  if (chance < 0.4) return plant(text, choose(HARMLESS, random), random);
  if (chance < 0.75) {
    const [pattern, other] = choose(SYNONYMS, random);
    return text.replace(pattern, other);
  }
  const parts = text.split(/\n+/);
  if (parts.length < 3) return text;
  const at = 1 + Math.floor(random() * (parts.length - 1));
  return [...parts.slice(0, at - 1), parts[at], parts[at - 1], ...parts.slice(at + 1)].join('\n\n');
}
