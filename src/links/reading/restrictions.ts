import { BoundedMap } from '../../scheduling/bounded-map.ts';
import { HARMLESS, readSaid, type SentenceRest } from './harmless-forms.ts';

/** A sentence of the rules, outside of the condition of Yes, that narrows the question. */
export interface Restriction {
  readonly text: string;
  /** Part of the sentence that the other rules must also contain. */
  readonly asks: string;
  /** Numbers in the sentence, without those of days. */
  readonly numbers: readonly string[];
  /** Days in the sentence, as `12-31` or, with a year, `2026-12-31`. `before 1 January` names the day before. */
  readonly days: readonly string[];
  /** Whether the sentence is negated: `does not count`. */
  readonly isDenied: boolean;
  /** Kind of the sentence's form when only a part of it must be in the other rules; null for other sentences. */
  readonly said: SentenceRest['kind'] | null;
}

const DAY =
  /\b(before |prior to )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d))?/gi;
const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = new RegExp(`\\b(?:\\d[\\d,]*(?:\\.\\d+)?|${NUMERALS.join('|')})\\b`, 'gi');
const CLOCK = /\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?)\b|\b\d{1,2}:\d\d\b/gi;
/** Matches the span of a figure, which is a part of the figure's name: a rate of twelve months, a change of one. */
const SPAN = /\b(?:12|twelve|1|one)[- ]months?\b/gi;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAX_RESTRICTIONS = 60;
/** Longest sentence that is compared with the known forms. Longer ones match none of them and would take long. */
const MAX_FORM_CHARS = 600;

/** Words of sentences about the venue, its rules and its sources, which do not narrow the question. */
const OF_THE_VENUE = new Set(
  'a about access account additional affiliated all also an and any apply are as ask asked associated at authorized available based be been below by can carefully circumstance clarification clarifications clarify contact contract contracts created credible data details determine determined directly discretion do does eastern email emails endorsed et exchange faq find following for found from full further general given guidance has have help how however if in including information inquiries involve involved involves is it its kalshi limitless link links listed logos made market markets may media member members merely more my names news no note of official on online only operated operates or organisation organisations organiser organisers organization organizations our outlet outlets owned owner owners page pages participants parties party platform please polymarket posted posts property provide provided public publish published publishes publicly question questions read reading refer reference reported reporting reports resolution resolutions resolve resolved resolves respective results review risk risks rule rulebook rules see sent settlement should site sites source sources standard stated subject such support team teams term terms that the their there these this those time times to trade traded trader traders trademarks trading updated updates us used user users utc via was way we web website websites what when where which who will with zone you your'.split(
    ' ',
  ),
);
const LETTERS = /\p{L}+(?:[’'][a-z]+)?/gu;

/** Whether a sentence has only words about the venue, and no number, name or event. */
function isAboutVenue(sentence: string): boolean {
  if (/\d/.test(sentence)) return false;
  const words = sentence.toLowerCase().match(LETTERS) ?? [];
  return words.every((word) => OF_THE_VENUE.has(word.replace(/[’']s$/, '')));
}

function withoutVenueWords(text: string): string {
  return text.replace(LETTERS, (word) =>
    OF_THE_VENUE.has(word.toLowerCase().replace(/[’']s$/, '')) ? '' : word,
  );
}

/** Text in brackets that restricts nothing: an example figure, an address, another name, a day. */
const NAMED_ASIDE =
  /\s?\((?:e\.g\.,? [\d.,%\s-]+(?:, etc\.?)?|(?:see:? ?)?(?:https?:|website)[^()]*|also known as [^()]*|[^()]*\bdenoted as\b[^()]*|(?:currently )?(?:scheduled for )?[A-Z][a-z]{2,8}\.? \d{1,2}, 20\d\d)\)/g;
/** Matches an abbreviation and the words before it: `Bureau of Labor Statistics (BLS)`. */
const ABBREVIATION = /((?:[\w'’&-]+ ){1,8})\(([A-Z][A-Z&-]{1,7})\)/g;

function withoutNames(sentence: string): string {
  return sentence.replace(NAMED_ASIDE, '').replace(ABBREVIATION, (all, words: string, letters: string) => {
    const initials = [...words.toUpperCase().matchAll(/\b[A-Z]/g)].map(([initial]) => initial);
    const rest = [...letters.replace(/[^A-Z]/g, '')];
    for (const initial of initials) if (initial === rest[0]) rest.shift();
    return rest.length === 0 ? words.trimEnd() : all;
  });
}

/** Replaces variants in the wording of a sentence by one form. */
const unify = (sentence: string): string =>
  sentence
    .replace(/\b(?:the|this) (market|outcome) (?:will )?resolves?\b/gi, 'this $1 will resolve')
    .replace(/\b(?:the|this) market (?:will )?(?:remains?|stays?) open\b/gi, 'this market will remain open')
    .replace(/\bU\.S\.(?=\s)/g, 'US')
    .replace(/https?:\/\/[^\s)]+/g, 'website')
    .replace(/\bcancelled\b/gi, 'canceled')
    .replace(/\bcredible media reports\b/gi, 'credible reporting');

/** Maximum number of remembered sentences. Most sentences are in the rules of many markets. */
const MAX_JUDGED = 20_000;
const judged = new BoundedMap<string, boolean>(MAX_JUDGED);

function isHarmless(given: string): boolean {
  if (given.length > MAX_FORM_CHARS) return false;
  const known = judged.get(given);
  if (known !== undefined) return known;
  const found = hasHarmlessForm(given);
  judged.set(given, found);
  return found;
}

function hasHarmlessForm(given: string): boolean {
  if (isAboutVenue(given)) return true;
  const sentence = unify(given);
  const bare = withoutNames(sentence);
  return HARMLESS.some((form) => form.test(sentence) || form.test(bare));
}

/** Lists the sentences that narrow the question, from rules without the condition of Yes. */
export function listRestrictions(rules: string): Restriction[] {
  return splitSentences(rules)
    .filter((text) => !isHarmless(text))
    .slice(0, MAX_RESTRICTIONS)
    .map(findRestriction);
}

/** Sentences that were read before, one object for each, because most are in the rules of many markets. */
const known = new BoundedMap<string, Restriction>(MAX_JUDGED);

function findRestriction(sentence: string): Restriction {
  const found = known.get(sentence);
  if (found !== undefined) return found;
  const read = readRestriction(sentence);
  known.set(sentence, read);
  return read;
}

const DENIED =
  /\b(?:not|never|no|none|neither|nor|without|cannot|exclud\w*|ineligible|insufficient)\b|n[’']t\b/i;

function readRestriction(sentence: string): Restriction {
  const said = sentence.length > MAX_FORM_CHARS ? null : readSaid(unify(withoutNames(sentence)));
  const asks = said?.kind === 'source' ? withoutVenueWords(said.text) : (said?.text ?? sentence);
  return {
    text: sentence,
    asks,
    numbers: listNumbers(asks),
    days: listDays(asks),
    isDenied: said === null && DENIED.test(asks),
    said: said?.kind ?? null,
  };
}

/** Matches the plain question about a contest as conditions state it, with its start and the time played. */
const CONTEST =
  /^(?:the )?.{2,80}? (?:wins?|win) (?:the )?(?:(?!\b(?:half|quarter|period|innings?|sets?|maps?|by|without|after)\b).){3,200}? (?:game|match|fight|bout|contest|series)(?: in the (?:(?!\b(?:half|quarter|period|innings?|sets?|maps?)\b)[^,]){3,60}?)?(?: (?:originally )?scheduled for [a-z]{3,9}\.? \d{1,2},? 20\d\d)?(?: after 90 minutes plus stoppage time)?(?: ?\(does not include extra time or penalties\))?(?: after a ball has been played)?(?=$|[ ,])/i;

/** Lists what the condition of a contest adds to the plain question; empty: nothing. */
export function listAdditions(condition: string): Restriction[] {
  const plain = CONTEST.exec(condition);
  const text = condition.slice(plain?.[0].length ?? 0).replace(/^[\s,.]+|[\s,.]+$/g, '');
  if (text === '' || isHarmless(text)) return [];
  return [readRestriction(text)];
}

/** Lists the numbers of a text as digits without commas. Days and times of day are left out. */
export function listNumbers(text: string): string[] {
  const bare = text.replace(DAY, ' ').replace(CLOCK, ' ').replace(SPAN, ' ');
  return [...bare.matchAll(NUMBER)].map(([found]) => {
    const numeral = NUMERALS.indexOf(found.toLowerCase());
    return numeral < 0 ? found.replaceAll(',', '') : String(numeral);
  });
}

/** Lists the days of a text: `12-31`, or `2026-12-31` with its year. */
export function listDays(text: string): string[] {
  return [...text.matchAll(DAY)].map(([, before, name = '', day = '', year]) => {
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
    const at = new Date(Date.UTC(year === undefined ? 2001 : Number(year), month, Number(day)));
    if (before !== undefined) at.setUTCDate(at.getUTCDate() - 1);
    return at.toISOString().slice(year === undefined ? 5 : 0, 10);
  });
}

/** Whether two texts may name the same day. A missing year may be that of the other text. */
export function mayBeSameDay(one: string, two: string): boolean {
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  return long.endsWith(short) && (long.length === short.length || long.at(-short.length - 1) === '-');
}

/** Matches the end of a sentence. Full stops in numbers, names, addresses and after abbreviations end none. */
const END =
  /\n+|(?<=[A-Za-z0-9)”"’'%.](?<!\b(?:[A-Z]|vs|St|Mr|Mrs|Dr|Jr|Sr|Inc|Co|Ltd|e\.g|i\.e|U\.S|a\.m|p\.m))[.!?][”"’')]?)\s+(?=[^a-z])|;\s+|\s[•*–-]\s/u;

/** Splits a text into its sentences, without their full stops. */
function splitSentences(text: string): string[] {
  return text
    .split(END)
    .map((sentence) =>
      sentence
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/[.!?:](?=[”"’)]?$)/, ''),
    )
    .filter((sentence) => sentence.length > 2 || UNREAD_LETTER.test(sentence));
}

/** Matches a letter of a non-Latin script, in which a sentence may have only two letters. */
const UNREAD_LETTER = /(?!\p{Script=Latin})\p{L}/u;
