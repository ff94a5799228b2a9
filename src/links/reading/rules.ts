import { RecentTexts } from '../recent-texts.ts';

/** Resolution rules of a market, as far as they can be read with certainty. */
export interface RulesReading {
  /** Condition of Yes: `Arsenal wins the 2026 final`. null when no sentence has the form of a condition. */
  readonly condition: string | null;
  /** Subject that decides Yes when no sentence has the form of a condition: `the winner of the 2026 final`. */
  readonly subject: string | null;
  /**
   * Bracket of a value exactly on the edge of two: the higher or the lower one; null when the rules do not state it.
   */
  readonly edgeGoesTo: 'higher' | 'lower' | null;
  /** Whether the contest is decided after regulation time, when it may be drawn. */
  readonly isRegulationTime: boolean;
  readonly countsOvertime: boolean;
}

const NO_RULES: RulesReading = {
  condition: null,
  subject: null,
  edgeGoesTo: null,
  isRegulationTime: false,
  countsOvertime: false,
};

/** Longest condition, which is one sentence. Longer texts describe exceptions. */
const MAX_CONDITION_CHARS = 400;
/** Length up to which rules are read. Sentences about edges come after the examples, far into the text. */
const MAX_RULES_CHARS = 6_000;

const IF_FIRST =
  /(?:^|(?<=[.!?]["”]?\s)|(?<=\n))\s{0,8}if (?:the )?((?:(?!\.\s+if\b).){3,400}?),? then (?:the|this) market (?:will )?resolves? to yes/is;
const THEN_YES = /then (?:the|this) market (?:will )?resolves? to yes/i;
const YES_IF =
  /resolves? (?:immediately )?to ["“”']?yes["“”',]{0,2} if (.{3,400}?)(?:(?<=[a-z0-9)"”%]{2})\.(?=\s|$)|\n|$)/is;
const SUBJECT =
  /\bthis market will resolve (?:according )?to (?:the )?(?![“"”'‘’]|yes\b|no\b|other\b)([^\n]{3,400}?)(?:\.(?=\s|$)|\n|$)/i;
const EDGE =
  /(?:exactly )?(?:on the (?:edge|boundary)|between two (?:of the )?(?:brackets|ranges|options|buckets))[^.]{0,160}?\b(higher|lower)\b/i;
const REGULATION = /\bregulation\b|\b90 minutes\b|\bstoppage time\b/i;
const OVERTIME_COUNTS =
  /\bincluding (?:any )?(?:overtime|extra time|extra innings|shootouts?)|\bovertime (?:periods? )?(?:is|are|will be) (?:included|counted)|\bresults after regular time, extra time, and penalties, if applicable, are all valid\b/i;

const readings = new RecentTexts<RulesReading>();

/** Reads the rules of one market. A text without a known form gives null or false, never a guess. */
export function readRules(text: string | null): RulesReading {
  return text === null || text === '' ? NO_RULES : readings.get(text, readOne);
}

function readOne(text: string): RulesReading {
  const rules = text.length > MAX_RULES_CHARS ? text.slice(0, MAX_RULES_CHARS) : text;
  const edge = EDGE.exec(rules)?.[1]?.toLowerCase();
  const condition = findCondition(rules);
  return {
    condition,
    subject: condition === null ? (SUBJECT.exec(rules)?.[1] ?? null) : null,
    edgeGoesTo: edge === 'higher' || edge === 'lower' ? edge : null,
    isRegulationTime: REGULATION.test(rules),
    countsOvertime: OVERTIME_COUNTS.test(rules),
  };
}

/** Removes the condition of Yes from the rules. */
export function cutCondition(rules: string): string {
  const match = matchCondition(rules);
  if (match === null) return rules;
  const before = rules.slice(0, match.index).replace(/[^.\n]*$/, '');
  return `${before}\n${rules.slice(match.index + match[0].length).replace(/^[.”"’]+/, '')}`;
}

/**
 * Matches the condition of the rules. The end of the first form is searched first, because the form itself would be
 * tried from each `if`.
 */
function matchCondition(rules: string): RegExpExecArray | null {
  return (THEN_YES.test(rules) ? IF_FIRST.exec(rules) : null) ?? YES_IF.exec(rules);
}

function findCondition(rules: string): string | null {
  const match = matchCondition(rules);
  const condition = match?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
  return condition === '' || condition.length > MAX_CONDITION_CHARS ? null : condition;
}

const SCHEDULED =
  /(?<!originally )\b(?:scheduled|held|take[ns]? place|tale place)\b[^.]{0,60}?\b((?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?\s+)?(20\d\d))\b/i;
const ELECTION_YEAR = /\b(20\d\d)\s+(?:[A-Za-z-]+\s+){0,3}(?:election|elections|primary|referendum)\b/;

/** Finds the year in which the rules expect the election or event that a title calls the next one; null without one. */
export function findScheduledYear(rules: string): number | null {
  const match = SCHEDULED.exec(rules);
  const year = match?.[2] ?? ELECTION_YEAR.exec(rules)?.[1];
  return year === undefined ? null : Number(year);
}

/**
 * Qualities that narrow a question wherever they occur. When only one of two markets mentions such a quality, they are
 * different questions.
 */
const NARROWING: readonly (readonly [name: string, narrows: RegExp, mentions?: RegExp])[] = [
  [
    'after an election',
    /\b(?:following|after|as a result of|resulting from) (?:the|this)\b[^.,]{0,50}\belections?\b/,
    /\belections?\b/,
  ],
  ['first half', /\b(?:first|1st) half\b|\bhalf-?time\b|\b1h\b/],
  ['second half', /\b(?:second|2nd) half\b|\b2h\b/],
  ['quarter', /\b(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter\b/],
  ['set', /\b(?:first|second|third|1st|2nd|3rd) set\b/],
  ['regular season', /\bregular[- ]season\b/],
  ['playoffs', /\bplay-?offs?\b|\bpostseason\b/],
  ['preseason', /\bpre-?season\b/],
  ['primary', /\bprimary\b/],
  ['runoff', /\brun-?off\b|\bsecond round\b/],
  ['first round', /\bfirst round\b/],
  ['popular vote', /\bpopular vote\b/],
  ['special election', /\bspecial election\b/],
  ['acting', /\bacting\b|\binterim\b/],
  ['core', /\bcore\b/],
  ['seasonally adjusted', /\bseasonally[- ]adjusted\b/],
  ['month over month', /\bmonth[- ](?:over|on)[- ]month\b|\bmom\b/],
  ['year over year', /\byear[- ](?:over|on)[- ]year\b|\byoy\b|\b12[- ]month/],
  ['lower division', /\bdivision (?:[2-9]|ii|iii)\b/],
  ['women', /\bwom[ae]n|\bladies\b/],
  ['youth', /\bu-?(?:1[6-9]|2[0-3])\b|\bunder-?(?:1[6-9]|2[0-3])\b|\byouth\b|\bjunior\b/],
  ['qualifying', /\bqualifying\b|\bpole position\b/],
  ['sprint', /\bsprint\b/],
  ['consecutive', /\bconsecutive\b/],
  ['unanimous', /\bunanimous/],
  ['inflation adjusted', /\binflation[- ]adjusted\b/],
];

const ANY = new RegExp(NARROWING.map(([, narrows, mentions = narrows]) => mentions.source).join('|'));

const NO_QUALITIES: ReadonlySet<string> = new Set();

/** Lists the qualities by which a folded text narrows its question. */
export function listNarrowing(folded: string): string[] {
  if (!ANY.test(folded)) return [];
  return NARROWING.filter(([, narrows]) => narrows.test(folded)).map(([name]) => name);
}

/** Lists the qualities that a folded text mentions. */
export function listQualities(folded: string): ReadonlySet<string> {
  if (!ANY.test(folded)) return NO_QUALITIES;
  return new Set(
    NARROWING.filter(([, narrows, mentions = narrows]) => mentions.test(folded)).map(([name]) => name),
  );
}
