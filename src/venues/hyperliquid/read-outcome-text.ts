import { type EpochMs, type MarketTerms, NO_TERMS } from '../../domain/index.ts';
import {
  fillIn,
  findEndOfDay,
  findExpiry,
  findPositiveNumber,
  formatValue,
  joinSlug,
  type OutcomeDescription,
  readDescription,
} from './description.ts';
import type { OutcomeText } from './outcome-text.ts';
import { readPriceBinary, readPriceBucket } from './price-market-text.ts';
import type { OutcomeTemplate, WireOutcome, WireQuestion } from './wire.ts';

export type TemplateIndex = ReadonlyMap<string, OutcomeTemplate>;

const TEMPLATE_PREFIX = 'template:';

/**
 * Reads the texts of an outcome: key-value descriptions of recurring price markets, templates of the
 * venue's registry, or free text with a `metadata=` tail.
 */
export function readOutcomeText(
  outcome: WireOutcome,
  question: WireQuestion | null,
  templates: TemplateIndex,
  yesLabel: string,
): OutcomeText {
  const own = readDescription(outcome.description);
  const parent = readDescription(question?.description ?? '');
  if (own.fields.get('class') === 'priceBinary') return readPriceBinary(own, yesLabel);
  if (question !== null && parent.fields.get('class') === 'priceBucket') {
    return readPriceBucket(own, parent, yesLabel);
  }
  return readGeneralText({ outcome, question, own, parent, templates, yesLabel });
}

/** Finds the label of a side: `template:Yes` gives `Yes`, and `template:{shortNameA}` the value in the description. */
export function findSideLabel(name: string, description: string): string {
  const bare = name.startsWith(TEMPLATE_PREFIX) ? name.slice(TEMPLATE_PREFIX.length) : name;
  return fillIn(bare, readDescription(description).fields);
}

interface GeneralText {
  readonly outcome: WireOutcome;
  readonly question: WireQuestion | null;
  /** Description of the outcome. */
  readonly own: OutcomeDescription;
  /** Description of the question. */
  readonly parent: OutcomeDescription;
  readonly templates: TemplateIndex;
  readonly yesLabel: string;
}

function readGeneralText({ outcome, question, own, parent, templates, yesLabel }: GeneralText): OutcomeText {
  const fields = new Map([...parent.fields, ...own.fields]);
  const ownTemplate = findTemplate(outcome.name, templates);
  const parentTemplate = findTemplate(question?.name ?? '', templates);
  const name = readDisplayName(outcome.name, own.fields, fields, ownTemplate);
  const eventTitle =
    question === null ? null : readDisplayName(question.name, parent.fields, fields, parentTemplate);
  const isTemplate = isTemplateName(outcome.name) || isTemplateName(question?.name ?? '');
  return {
    title: eventTitle === null ? name : `${eventTitle}: ${name}`,
    eventTitle,
    category: own.category ?? parent.category ?? findCategory(ownTemplate) ?? findCategory(parentTemplate),
    endDate: findEndDate(fields),
    rules: findRules([own, parent], [ownTemplate, parentTemplate], fields),
    terms: readTemplateTerms(outcome.name, fields, yesLabel),
    nativeSlug: isTemplate ? null : joinSlug(question?.name, outcome.name, yesLabel),
  };
}

/**
 * Reads the terms of the only template whose meaning is a plain threshold. The registry defines its Yes as a price
 * above the threshold. A later version has a number after its name and rules of its own, and gives no terms. For all
 * other templates only the start of the contest is read, where the description states it.
 */
function readTemplateTerms(name: string, fields: ReadonlyMap<string, string>, yesLabel: string): MarketTerms {
  if (name !== 'template:binaryPrice') return readContestTerms(name, fields, yesLabel);
  const strike = findPositiveNumber(fields.get('threshold'));
  const seconds = fields.get('seconds');
  const source = fields.get('priceDescription') ?? null;
  return {
    ...NO_TERMS,
    direction: strike === null ? null : 'above',
    strike,
    underlying: fields.get('perp') ?? null,
    settlementSource: source !== null && seconds !== undefined ? `${source}, ${seconds} s average` : source,
  };
}

/**
 * Reads start and competition of a contest, and the full names of its sides when the outcome's labels are short names.
 */
function readContestTerms(name: string, fields: ReadonlyMap<string, string>, yesLabel: string): MarketTerms {
  const startsAt = findExpiry(fields.get('scheduledStart'));
  if (startsAt === null) return NO_TERMS;
  const contest = { ...NO_TERMS, startsAt, series: fields.get('competition') ?? null };
  const [first, second] = [fields.get('participantA'), fields.get('participantB')];
  const isNamed = name === 'template:sportsContestWinner' && first !== undefined && second !== undefined;
  if (!isNamed || fields.get('shortNameA') === fields.get('shortNameB')) return contest;
  if (yesLabel === fields.get('shortNameA')) return { ...contest, sides: [first, second] };
  return yesLabel === fields.get('shortNameB') ? { ...contest, sides: [second, first] } : contest;
}

const PLAIN_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^binaryPrice\d*$/, '{perp} above {threshold} at {time}'],
  [/^priceTouch\d*$/, '{perp} touches {target} by {time}'],
  [/^sportsContest(Result|Winner)\d*$/, '{participantA} v {participantB}'],
  [/^sportsContestParticipant\d*$/, '{participant}'],
  [/^sportsContestDraw\d*$/, 'Draw'],
];

/**
 * Finds the title: the wording of the template, else our own wording for known templates, else the name and the values.
 */
function readDisplayName(
  name: string,
  own: ReadonlyMap<string, string>,
  fields: ReadonlyMap<string, string>,
  template: OutcomeTemplate | null,
): string {
  if (!isTemplateName(name)) return name;
  const id = name.slice(TEMPLATE_PREFIX.length);
  for (const wording of [template?.name, PLAIN_NAMES.find(([pattern]) => pattern.test(id))?.[1]]) {
    if (wording === undefined) continue;
    const text = fillIn(wording, fields).replace(/\?$/, '');
    if (!text.includes('{')) return text;
  }
  const values = [...own].map(([key, value]) => `${key} ${formatValue(value)}`).join(', ');
  return values === '' ? id : `${id} (${values})`;
}

function findRules(
  descriptions: readonly OutcomeDescription[],
  templates: readonly (OutcomeTemplate | null)[],
  fields: ReadonlyMap<string, string>,
): string | null {
  const parts = descriptions.map((description, index) => {
    const wording = templates[index]?.description;
    return wording === undefined ? description.text : readDescription(fillIn(wording, fields)).text;
  });
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? null : text;
}

/**
 * Keys under which templates state the end of a market, in the venue's order of precedence. `scheduledStart` and
 * `scheduledDecision` are times of the event and not of the market's end.
 */
const END_KEYS = [
  'time',
  'dateTime',
  'expiry',
  'date',
  'listingDeadline',
  'decisionDeadline',
  'resolutionDeadline',
];

function findEndDate(fields: ReadonlyMap<string, string>): EpochMs | null {
  for (const key of END_KEYS) {
    const text = fields.get(key);
    const time = findExpiry(text) ?? findEndOfDay(text);
    if (time !== null) return time;
  }
  return null;
}

/** Finds an end with a day or hour that does not exist, such as `20260230-0600`; null when there is none. */
export function findUnrealEnd(fields: ReadonlyMap<string, string>): string | null {
  for (const key of END_KEYS) {
    const text = fields.get(key) ?? '';
    const isOfForm = /^\d{8}(-\d{4})?$/.test(text);
    if (isOfForm && findExpiry(text) === null && findEndOfDay(text) === null) return text;
  }
  return null;
}

function findCategory(template: OutcomeTemplate | null): string | null {
  return template === null ? null : readDescription(template.description ?? '').category;
}

function findTemplate(name: string, templates: TemplateIndex): OutcomeTemplate | null {
  return isTemplateName(name) ? (templates.get(name.slice(TEMPLATE_PREFIX.length)) ?? null) : null;
}

function isTemplateName(name: string): boolean {
  return name.startsWith(TEMPLATE_PREFIX);
}
