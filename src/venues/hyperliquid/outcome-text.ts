import { type EpochMs, epochMs, type MarketTerms, NO_TERMS, toSlug } from '../../domain/index.ts';
import type { OutcomeTemplate, WireOutcome, WireQuestion } from './wire.ts';

/** What the texts of an outcome and its question say. The venue has no titles or dates of its own. */
export interface OutcomeText {
  readonly title: string;
  readonly eventTitle: string | null;
  readonly category: string | null;
  readonly endDate: EpochMs | null;
  readonly rules: string | null;
  readonly terms: MarketTerms;
  /** The venue's own address part of the market; null where none is documented (templates). */
  readonly nativeSlug: string | null;
}

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
  if (own.fields.get('class') === 'priceBinary') return priceBinaryText(own, yesLabel);
  if (question !== null && parent.fields.get('class') === 'priceBucket') {
    return priceBucketText(own, parent, yesLabel);
  }
  return generalText(outcome, question, own, parent, templates, yesLabel);
}

export interface Description {
  /** `key:value` pairs; empty for free text. */
  readonly fields: ReadonlyMap<string, string>;
  /** Without the `metadata=` tail. */
  readonly text: string;
  readonly category: string | null;
}

/** Splits a description into its pairs, its prose and the category of its `metadata=` tail. */
export function readDescription(description: string): Description {
  const [prose = '', tail = ''] = splitAtLast(description, 'metadata=');
  const category = pairs(tail).get('category') ?? null;
  return {
    fields: looksLikePairs(prose) ? pairs(prose) : new Map(),
    text: prose.trim(),
    category: category === 'N/A' ? null : category,
  };
}

/** Reads `YYYYMMDD-HHMM`, which the venue means in UTC. null for anything else, also 30 February. */
export function parseExpiry(text: string | undefined): EpochMs | null {
  const match = /^(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})$/.exec(text ?? '');
  if (match === null) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? epochMs(time.getTime()) : null;
}

/** `template:Yes` gives `Yes`; `template:{shortNameA}` gives the value that the description holds. */
export function sideLabel(name: string, description: string): string {
  const bare = name.startsWith(TEMPLATE_PREFIX) ? name.slice(TEMPLATE_PREFIX.length) : name;
  return fill(bare, readDescription(description).fields);
}

/** A price market that stands alone: Yes wins when the mark is above the target at expiry. */
function priceBinaryText({ fields, text }: Description, yesLabel: string): OutcomeText {
  const underlying = fields.get('underlying') ?? null;
  const target = fields.get('targetPrice');
  const endDate = parseExpiry(fields.get('expiry'));
  const strike = positiveNumber(target);
  return {
    title: `${underlying ?? 'Price'} above ${target ?? '?'}${at(endDate)}`,
    eventTitle: null,
    category: null,
    endDate,
    rules: text,
    terms: {
      ...NO_TERMS,
      direction: strike === null ? null : 'above',
      strike,
      underlying,
      settlementSource: underlying === null ? null : `Hyperliquid ${underlying} mark price`,
    },
    nativeSlug: joinSlug(underlying, 'above', target, yesLabel, slugTime(endDate)),
  };
}

/** One bucket of a question: below the first threshold, between two, or above the last. */
function priceBucketText(own: Description, parent: Description, yesLabel: string): OutcomeText {
  const underlying = parent.fields.get('underlying') ?? null;
  const thresholds = (parent.fields.get('priceThresholds') ?? '').split(',').filter((part) => part !== '');
  const endDate = parseExpiry(parent.fields.get('expiry'));
  const index = Number(own.fields.get('index') ?? Number.NaN);
  const low = thresholds[index - 1];
  const high = thresholds[index];
  const isBucket = Number.isInteger(index) && index >= 0 && index <= thresholds.length;
  const range = isBucket ? bucketRange(low, high) : null;
  const name = underlying ?? 'Price';
  return {
    title: `${name} ${range?.words ?? own.text}${at(endDate)}`,
    eventTitle: `${name} price range${at(endDate)}`,
    category: null,
    endDate,
    rules: `${parent.text}|${own.text}`,
    terms: {
      ...NO_TERMS,
      ...(range?.terms ?? {}),
      underlying,
      settlementSource: underlying === null ? null : `Hyperliquid ${underlying} mark price`,
    },
    nativeSlug:
      range === null ? null : joinSlug(underlying, 'price-range', slugTime(endDate), range.slug, yesLabel),
  };
}

interface BucketRange {
  readonly words: string;
  readonly slug: string;
  readonly terms: Pick<MarketTerms, 'direction' | 'strike' | 'strikeHigh'>;
}

function bucketRange(low: string | undefined, high: string | undefined): BucketRange | null {
  const strike = positiveNumber(low ?? high);
  if (strike === null) return null;
  if (low === undefined) {
    return {
      words: `below ${high}`,
      slug: `below-${high}`,
      terms: { direction: 'below', strike, strikeHigh: null },
    };
  }
  if (high === undefined) {
    return {
      words: `above ${low}`,
      slug: `above-${low}`,
      terms: { direction: 'above', strike, strikeHigh: null },
    };
  }
  const strikeHigh = positiveNumber(high);
  if (strikeHigh === null) return null;
  return {
    words: `from ${low} to ${high}`,
    slug: `${low}-to-${high}`,
    terms: { direction: 'between', strike, strikeHigh },
  };
}

function generalText(
  outcome: WireOutcome,
  question: WireQuestion | null,
  own: Description,
  parent: Description,
  templates: TemplateIndex,
  yesLabel: string,
): OutcomeText {
  const fields = new Map([...parent.fields, ...own.fields]);
  const ownTemplate = findTemplate(outcome.name, templates);
  const parentTemplate = findTemplate(question?.name ?? '', templates);
  const name = displayName(outcome.name, own.fields, fields, ownTemplate);
  const eventTitle =
    question === null ? null : displayName(question.name, parent.fields, fields, parentTemplate);
  const isTemplate = isTemplateName(outcome.name) || isTemplateName(question?.name ?? '');
  return {
    title: eventTitle === null ? name : `${eventTitle}: ${name}`,
    eventTitle,
    category: own.category ?? parent.category ?? findCategory(ownTemplate) ?? findCategory(parentTemplate),
    endDate: findEndDate(fields),
    rules: findRules([own, parent], [ownTemplate, parentTemplate], fields),
    terms: templateTerms(outcome.name, fields),
    nativeSlug: isTemplate ? null : joinSlug(question?.name, outcome.name, yesLabel),
  };
}

/**
 * Terms of the one template whose meaning is a plain threshold. The registry defines its Yes as a price
 * above the threshold; later versions of a template carry a number after the name.
 */
function templateTerms(name: string, fields: ReadonlyMap<string, string>): MarketTerms {
  if (!/^template:binaryPrice\d*$/.test(name)) return NO_TERMS;
  const strike = positiveNumber(fields.get('threshold'));
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

const PLAIN_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^binaryPrice\d*$/, '{perp} above {threshold} at {time}'],
  [/^priceTouch\d*$/, '{perp} touches {target} by {time}'],
  [/^sportsContest(Result|Winner)\d*$/, '{participantA} v {participantB}'],
  [/^sportsContestParticipant\d*$/, '{participant}'],
  [/^sportsContestDraw\d*$/, 'Draw'],
];

/** The template's own wording, else ours for known templates, else the name and the values it is given. */
function displayName(
  name: string,
  own: ReadonlyMap<string, string>,
  fields: ReadonlyMap<string, string>,
  template: OutcomeTemplate | null,
): string {
  if (!isTemplateName(name)) return name;
  const id = name.slice(TEMPLATE_PREFIX.length);
  for (const wording of [template?.name, PLAIN_NAMES.find(([pattern]) => pattern.test(id))?.[1]]) {
    if (wording === undefined) continue;
    const text = fill(wording, fields).replace(/\?$/, '');
    if (!text.includes('{')) return text;
  }
  const values = [...own].map(([key, value]) => `${key} ${readable(value)}`).join(', ');
  return values === '' ? id : `${id} (${values})`;
}

function findRules(
  descriptions: readonly Description[],
  templates: readonly (OutcomeTemplate | null)[],
  fields: ReadonlyMap<string, string>,
): string | null {
  const parts = descriptions.map((description, index) => {
    const wording = templates[index]?.description;
    return wording === undefined ? description.text : readDescription(fill(wording, fields)).text;
  });
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? null : text;
}

/** The keys under which templates name the moment of decision, the most exact first. */
const END_KEYS = ['time', 'expiry', 'dateTime', 'scheduledDecision', 'resolutionDeadline', 'scheduledStart'];

function findEndDate(fields: ReadonlyMap<string, string>): EpochMs | null {
  for (const key of END_KEYS) {
    const time = parseExpiry(fields.get(key));
    if (time !== null) return time;
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

/** Puts values in the place of `{keyword}`; a keyword without a value stays as it is. */
function fill(wording: string, fields: ReadonlyMap<string, string>): string {
  return wording.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = fields.get(key);
    return value === undefined ? whole : readable(value);
  });
}

function readable(value: string): string {
  const time = parseExpiry(value);
  return time === null ? value : utcText(time);
}

function utcText(time: EpochMs): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function at(time: EpochMs | null): string {
  return time === null ? '' : ` at ${utcText(time)}`;
}

/** `jul-16-0600`, as the venue's own addresses write a time. */
function slugTime(time: EpochMs | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' }).toLowerCase();
  const [, day, hour, minute] = /-(\d{2})T(\d{2}):(\d{2})/.exec(date.toISOString()) ?? [];
  return `${month}-${day}-${hour}${minute}`;
}

function joinSlug(...parts: readonly (string | null | undefined)[]): string | null {
  const slugs = parts.map((part) => toSlug(part ?? '')).filter((slug) => slug !== '');
  return slugs.length === 0 ? null : slugs.join('-');
}

function positiveNumber(text: string | undefined): number | null {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}

function splitAtLast(text: string, separator: string): [string, string] {
  const index = text.lastIndexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

/** Every part between bars starts with a keyword and a colon: prose does not. */
function looksLikePairs(text: string): boolean {
  return text !== '' && text.split('|').every((part) => /^[A-Za-z]\w*:/.test(part)) && !/^https?:/.test(text);
}

function pairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split('|')) {
    const colon = part.indexOf(':');
    if (colon > 0) found.set(part.slice(0, colon).trim(), part.slice(colon + 1).trim());
  }
  return found;
}
