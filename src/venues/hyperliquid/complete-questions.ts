import { readDescription } from './description.ts';
import type { OutcomeMarket } from './normalise-outcomes.ts';
import { findSideLabel, type TemplateIndex } from './read-outcome-text.ts';
import type { WireQuestion } from './wire.ts';

/** The part of {@link QuestionRosters} that decides whether a question is complete. */
export interface QuestionGrowth {
  /** Whether an outcome was added to the question after the question was first seen. */
  hasGrown(question: number): boolean;
}

const NO_GROWTH: QuestionGrowth = { hasGrown: () => false };

const TEMPLATE_PREFIX = 'template:';

/**
 * Templates whose rules always let one of the named outcomes win, with patterns of the ids of these outcomes. Versions
 * are listed one by one, because a later one (`…Draw3`) has rules of its own.
 */
const COMPLETE_TEMPLATES: ReadonlyMap<string, readonly RegExp[]> = new Map([
  ['policyRateDecision', [/^policyRateNoChange$/, /^policyRateDecrease$/, /^policyRateIncrease$/]],
  [
    'sportsContestResult',
    [/^sportsContestParticipant2?$/, /^sportsContestParticipant2?$/, /^sportsContestDraw2?$/],
  ],
]);

/** Wording that allows an unnamed or later outcome to win. The absence of such wording proves nothing. */
const LEAVES_A_REST = [
  /\bplus (?:the|a) fallback\b/i,
  /\bfallback(?: outcome)? resolves to yes\b/i,
  /\bmay be (?:registered|added|listed)\b/i,
  /\bcalled "?other\b/i,
];

/**
 * Lists the questions of which one tracked outcome must resolve to Yes: price buckets that cover all prices, and the
 * templates above with exactly their outcomes. All other questions are left out, because their fallback outcome wins
 * when nobody, several participants, or a participant without an outcome wins.
 *
 * A question is listed only while every named outcome is open and tracked, and no outcome was added since the question
 * was first seen.
 */
export function listCompleteQuestions(
  tracked: readonly OutcomeMarket[],
  templates: TemplateIndex,
  growth: QuestionGrowth = NO_GROWTH,
): ReadonlySet<number> {
  const byOutcome = new Map(tracked.map((market) => [market.outcome, market]));
  const found = new Set<number>();
  const judged = new Set<number>();
  for (const { question } of tracked) {
    if (question === null || judged.has(question.question)) continue;
    judged.add(question.question);
    if ((question.settledNamedOutcomes?.length ?? 0) > 0 || growth.hasGrown(question.question)) continue;
    const named = [...new Set(question.namedOutcomes)].map((outcome) => byOutcome.get(outcome));
    if (named.length !== question.namedOutcomes.length || !named.every((market) => market !== undefined))
      continue;
    if (leavesNoRest(question, named, templates)) found.add(question.question);
  }
  return found;
}

function leavesNoRest(
  question: WireQuestion,
  named: readonly OutcomeMarket[],
  templates: TemplateIndex,
): boolean {
  if (mentionsARest(question, named, templates)) return false;
  const { fields } = readDescription(question.description ?? '');
  if (fields.get('class') === 'priceBucket') return coversTheLine(fields.get('priceThresholds') ?? '', named);
  const expected = COMPLETE_TEMPLATES.get(findTemplateId(question.name) ?? '');
  if (expected === undefined || expected.length !== named.length) return false;
  const ids = named.map(({ source }) => findTemplateId(source.name) ?? '');
  return areOneToOne(ids, expected);
}

/** Whether the buckets of n ascending thresholds have the numbers 0 to n, each once. */
function coversTheLine(priceThresholds: string, named: readonly OutcomeMarket[]): boolean {
  const thresholds = priceThresholds
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const ascends = thresholds.every(
    (value, index) => Number.isFinite(value) && (index === 0 || value > thresholds[index - 1]!),
  );
  const indexes = named.map(({ source }) => readDescription(source.description).fields.get('index'));
  return (
    ascends &&
    named.length === thresholds.length + 1 &&
    named.every((_, index) => indexes.includes(String(index)))
  );
}

function areOneToOne(ids: readonly string[], expected: readonly RegExp[]): boolean {
  const left = [...expected];
  for (const id of ids) {
    const index = left.findIndex((pattern) => pattern.test(id));
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return left.length === 0;
}

function mentionsARest(
  question: WireQuestion,
  named: readonly OutcomeMarket[],
  templates: TemplateIndex,
): boolean {
  const texts = [question.name, question.description ?? '', describe(question.name, templates)];
  for (const { source } of named) {
    if (isOther(source.name, source.description, templates)) return true;
    texts.push(source.description, describe(source.name, templates));
  }
  return texts.some((text) => LEAVES_A_REST.some((wording) => wording.test(text)));
}

/** Whether an outcome is called "Other": by its name, by the name of its template, or by a value of its description. */
function isOther(name: string, description: string, templates: TemplateIndex): boolean {
  const id = findTemplateId(name);
  const wording = id === null ? name : (templates.get(id)?.name ?? id);
  const names = [findSideLabel(wording, description), ...readDescription(description).fields.values()];
  return names.some((text) => /^(?:any )?other\b/i.test(text.trim()));
}

function describe(name: string, templates: TemplateIndex): string {
  return templates.get(findTemplateId(name) ?? '')?.description ?? '';
}

function findTemplateId(name: string): string | null {
  return name.startsWith(TEMPLATE_PREFIX) ? name.slice(TEMPLATE_PREFIX.length) : null;
}

/** Maximum number of remembered questions. The oldest are forgotten first. The venue lists some hundreds at once. */
const MAX_QUESTIONS = 20_000;

/** Remembers which outcomes each question had when it was first seen. */
export class QuestionRosters implements QuestionGrowth {
  readonly #first = new Map<number, ReadonlySet<number>>();
  readonly #grown = new Set<number>();

  note(questions: readonly WireQuestion[]): void {
    for (const { question, namedOutcomes, settledNamedOutcomes = [] } of questions) {
      const first = this.#first.get(question);
      if (first === undefined)
        this.#first.set(question, new Set([...namedOutcomes, ...settledNamedOutcomes]));
      else if (namedOutcomes.some((outcome) => !first.has(outcome))) this.#grown.add(question);
    }
    for (const question of this.#first.keys()) {
      if (this.#first.size <= MAX_QUESTIONS) break;
      this.#first.delete(question);
      this.#grown.delete(question);
    }
  }

  hasGrown(question: number): boolean {
    return this.#grown.has(question);
  }
}
