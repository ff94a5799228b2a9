/** A sentence of rules, behind the one that says when Yes wins, that narrows the question. */
export interface Restriction {
  readonly text: string;
  /** Numbers that it names, without those of days. */
  readonly numbers: readonly string[];
  /** Days that it names, as `12-31` or, with a year, `2026-12-31`. The day before is named by `before 1 January`. */
  readonly days: readonly string[];
  /** It denies something: `does not count`. */
  readonly isDenied: boolean;
}

/**
 * Forms of sentences that restrict nothing. All others are taken to restrict something, since no list of words holds every way to
 * say so. They tell what happens when a contest or a vote does not take place, who wins what, where results are read, and
 * what the venue says of itself. Each stands for a whole sentence, from its beginning to its end.
 */
const HARMLESS: readonly RegExp[] = [
  /^if (?:the|this) (?:game|match) ends in an? (?:tie|draw), (?:the|this) market (?:called [“"”'][^“"”']*[“"”'] )?(?:will )?resolves? to [“"”']?[^.]*$/i,
  /^(?:in (?:the )?case of a (?:draw|tie)|if there is a tie)\b[^.]*\b(?:50[-/]50|alphabetical\w*|draw|tie)\b[^.]*$/i,
  /^if (?:the )?[^,]{2,80}? wins?(?: the (?:match|game)(?: against [^,]{2,60})?)?,? (?:then )?(?:the|this) market (?:will )?resolves? to [“"”'][^“"”']*[“"”']?$/i,
  /^(?:this|the) market will resolve to [“"”'][^“"”']*[“"”'] if (?:the )?[^,.]{2,60} wins?(?: the (?:match|game) against [^,.]{2,60})?$/i,
  /^otherwise\b[^.]{0,80}$/i,
  // How the winner of a contest is known. Parts of a contest are compared for themselves.
  /^the result will be determined based on the final score including any overtime periods(?: and shootouts)?$/i,
  /^in the event of a shootout, one goal will be added to the winning team[’']s score for the purpose of resolution$/i,
  /^this market refers only to the outcome within the first 90 minutes of regular play plus stoppage time$/i,
  /^the following market refers to (?:the team who wins )?(?:the )?.{3,90}? (?:game|match)(?: originally)? scheduled for [a-z]{3,9}\.? \d{1,2}, 20\d\d(?: after 90 minutes plus stoppage time(?: \(does not include extra time or penalties\))?)?$/i,
  /^this market refers to the [^.]{3,90}? match between [^.]{3,90}?, scheduled for [^.]{3,40}$/i,
  /^in the upcoming [^.]{0,40}(?:game|match)?,? ?scheduled for [^.]{3,60}$/i,
  // The question again, and facts that are read from the market's own members.
  /^this (?:market|outcome) will resolve (?:according )?to the (?:winner of|(?:[a-z]+ ){1,3}(?:who|that) wins?) (?!.*\b(?:half|quarter|round|leg|set|map|period|vote|primary)\b)(?:the )?[^.,]{3,90}$/i,
  /^this (?:market|outcome) (?:will )?resolves? to [^,.]{2,60} if [^,.]{2,60} wins? against the other side on 20\d\d-\d\d-\d\d$/i,
  /^it closes on [a-z]{3,9} \d{1,2}(?:, 20\d\d)?$/i,
  /^[a-z]\w*:[^|]+(?:\|(?!countedPlay:(?!the full))[a-z]\w*:[^|]*)+$/i,
  // Read for itself, as the edge of a number.
  /^if (?:the (?:reported )?value|[^,.]{2,40}) falls exactly (?:between two (?:brackets|ranges|options|buckets)|on the (?:edge|boundary)[^,.]{0,60}),? (?:then )?this market will resolve to the (?:higher|lower)(?: range)? (?:bracket|range|option|bucket)$/i,
  // What follows from the question itself.
  /^this market will resolve to [“"”']no[”"“'] if it becomes impossible for this [a-z]+ to win\b[^.]{0,80} based (?:off|on)(?: of)? the rules of (?:the )?[^.]{2,60}$/i,
  /^if (?:at any point )?it becomes impossible for this [a-z]+ to win\b[^.]{0,80} based (?:off|on)(?: of)? the rules of (?:the )?[^.]{2,60}(?:\(e\.g\.,? [^()]{3,80}\))?, this market will resolve (?:immediately )?to [“"”']?no[”"“']?$/i,
  /^if the [^,.]{3,60} is permanently canceled or has not been completed by [a-z]{3,9} \d{1,2}, 20\d\d(?:, 11:59 pm(?: et)?)?,? this market will resolve to [“"”']?(?:other|no)[”"“']?$/i,
  /^if another (?:individual|person|candidate|team|party) (?:is|wins?) [^,]{2,80}, this market will resolve to [“"”']no[”"“']{1,2}$/i,
  /^if an? [a-z]+ is not (?:officially )?nominated for the [^,]{3,80} when the (?:20\d\d )?nominees are announced, the corresponding market will (?:immediately )?resolve to [“"”']no[”"“']$/i,
  /^if [^,]{3,60} is appointed through a recess appointment, or is otherwise officially made the [^,]{3,60} without a senate vote, this market will resolve to [“"”']no[”"“']$/i,
  /^this market will resolve based on the final total number of seats won by each party, including any overhang mandates\b.* as reflected in the official results$/i,
  /^note: .{3,160} will be considered a single party, not a coalition for the purpose of this market$/i,
  /^this market[’']s resolution will be based solely on the number of seats won by this party, not any coalition of which it may be a part$/i,
  // Outcomes of Hyperliquid: who declares the winner, and what counts as played.
  /^each associated outcome corresponds to an? [^.]{3,120}$/i,
  /^an outcome resolves to yes if [^.,]{2,60} officially declares the corresponding [a-z]+ the (?:champion|winner) of the [^.,]{3,60}$/i,
  /^an outcome resolves to no once it becomes impossible under [^.,]{3,60} for the corresponding [a-z]+ to win the [^.,]{3,60}(?:, including but not limited to upon elimination from the tournament)?$/i,
  /^(?:match|game) results after regular time, extra time, and penalties, if applicable, are all valid for resolution purposes$/i,
  /^if the (?:final|game|match) is postponed(?:,| or) (?:or )?delayed(?:, or suspended and later completed)?, the (?:rescheduled|completed) (?:final|game|match)(?: as ultimately played)? will be used, provided .{2,60} officially declares a (?:champion|winner) by [^.]{5,40}$/i,
  /^if .{2,60} officially declares (?:a|either listed) team as (?:the )?(?:champion|winner)(?: of the game)? without a completed (?:final match|game)\b.*$/i,
  /^this market will resolve to [^,.]{2,60} if [^,.]{2,60} officially declares [^,.]{2,60} (?:as )?the winner of the (?!.*\b(?:half|quarter|round|leg|set|map|period)\b)(?:game|match|[^.]{3,120} (?:game|match) between [^.]{2,60} and [^.]{2,60} scheduled for [a-z]{3,9} \d{1,2}, 20\d\d)(?: \(the [“"]game[”"]\))?$/i,
  /^(?:the question has (?:two|three) outcomes: [^.]{3,120}|exactly one outcome resolves to yes(?: and the other(?: two)? resolves? to no)?)$/i,
  // When something is planned, which is no condition.
  /^(?:the )?[^.]{3,120}? are given every year by [^.]*$/i,
  /^(?:the )?[^.]{3,240}?(?: is an upcoming [a-z ]+ to be|,? will be) (?:held|presented) on (?:or before )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9}\.? \d{1,2}),? 20\d\d\b(?!.*\b(?:only|must|before)\b)[^.]*$/i,
  /^[^.]{3,160}?\b(?:is|are) (?:currently )?scheduled (?:to (?:be (?:announced|presented|held)|ta[kl]e place) )?(?:for |on )?[a-z]{3,9}\.? \d{1,2}(?:, 20\d\d)?$/i,
  // A vote, an election, a winner or a figure that does not come: until when it is waited for is compared for itself.
  /^if (?:for any reason )?(?:no (?:winner|vote|result|statement|data|report|nominee)\b|voting\b|the (?:election|vote|result)\b)[^.]*$/i,
  // Sources, ambiguity, and the venue itself.
  /^[Dd]ecided by (?:the )?[A-Z][\w.&’'-]*(?: [A-Z][\w.&’'-]*){0,4}$/,
  /^this market refers to the [^.]{3,40}? match between [^.]{2,60}? and [^.]{2,60}? in the (?!.*\b(?:half|quarter|round|leg|set|map|period)\b)[^.]{3,60}$/i,
  /^(?:the |this market[’']?s? |kalshi[’']s? )?(?:primary )?(?:resolution|settlement) sources?\b(?!.*\b(?:only|must|before|not)\b).*$/i,
  /^if there is ambiguity, this market will resolve based solely on the official results\b.*$/i,
  /^[^.]{0,120}\bconsensus of credible reporting\b[^.]*$/i,
  /\b(?:trademarks?|not affiliated|all times are)\b/i,
];

const DAY =
  /\b(before |prior to )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d))?/gi;
const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBER = new RegExp(`\\b(?:\\d[\\d,]*(?:\\.\\d+)?|${NUMERALS.join('|')})\\b`, 'gi');
const CLOCK = /\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\.?)\b|\b\d{1,2}:\d\d\b/gi;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MAX_RESTRICTIONS = 60;
/** Longer sentences have none of the known forms, and would take long to be compared with them. */
const MAX_FORM_CHARS = 600;

/** A contest that is not played as planned, and what the market does then. */
const UNPLAYED =
  /^if (?:the|this) (?:cancell?ed )?(?:game|match|fight|bout|race|series)\b.*\b(?:postponed|delayed|cancell?ed|rescheduled|abandoned|forfeit\w*|walkover|not (?:played|completed))\b.*\b(?:market|game) will (?:remain open|resolve|stay open)\b.*$/i;
/** Words with which such a sentence would say more than that. */
const SAYS_MORE =
  /\b(?:only|counts?|counted|points?|goals?|scores?|half|quarter|period|innings?|sets?|maps?|leading|ahead|before|after (?!the rescheduled))\b/i;

/** Words of sentences about the venue, its rules and its sources, which are not about the question. */
const OF_THE_VENUE = new Set(
  'a about access account additional affiliated all also an and any apply are as ask asked associated at authorized available based be been below by can carefully circumstance clarification clarifications clarify contact contract contracts created credible data details determine determined directly discretion do does eastern email emails endorsed et exchange faq find following for found from full further general given guidance has have help how however if in including information inquiries involve involved involves is it its kalshi limitless link links listed logos made market markets may media member members merely more my names news no note of official on online only operated operates or organisation organisations organiser organisers organization organizations our outlet outlets owned owner owners page pages participants parties party platform please polymarket posted posts property provide provided public publish published publishes publicly question questions read reading refer reference reported reporting reports resolution resolutions resolve resolved resolves respective results review risk risks rule rulebook rules see sent settlement should site sites source sources standard stated subject such support team teams term terms that the their there these this those time times to trade traded trader traders trademarks trading updated updates us used user users utc via was way we web website websites what when where which who will with zone you your'.split(
    ' ',
  ),
);
const LETTERS = /\p{L}+(?:[’'][a-z]+)?/gu;

/** Nothing in it but words about the venue itself: no number, no name, nothing that happens. */
function isAboutVenue(sentence: string): boolean {
  if (/\d/.test(sentence)) return false;
  const words = sentence.toLowerCase().match(LETTERS) ?? [];
  return words.every((word) => OF_THE_VENUE.has(word.replace(/[’']s$/, '')));
}

/** Text in brackets explains a word. */
const ASIDE = /\([^()]*\)/g;

/** Ways to say the same in forms of sentences. */
const unify = (sentence: string): string =>
  sentence
    .replace(/\b(?:the|this) (market|outcome) (?:will )?resolves?\b/gi, 'this $1 will resolve')
    .replace(/\b(?:the|this) market (?:will )?(?:remains?|stays?) open\b/gi, 'this market will remain open')
    .replace(/\bcancelled\b/gi, 'canceled')
    .replace(/\bcredible media reports\b/gi, 'credible reporting');

/** Most sentences of rules stand in those of many markets. */
const judged = new Map<string, boolean>();
const MAX_JUDGED = 20_000;

function isHarmless(given: string): boolean {
  if (given.length > MAX_FORM_CHARS) return false;
  const known = judged.get(given);
  if (known !== undefined) return known;
  if (judged.size >= MAX_JUDGED) judged.clear();
  const found = hasHarmlessForm(given);
  judged.set(given, found);
  return found;
}

function hasHarmlessForm(given: string): boolean {
  if (isAboutVenue(given)) return true;
  const sentence = unify(given);
  if (HARMLESS.some((form) => form.test(sentence))) return true;
  return UNPLAYED.test(sentence) && !SAYS_MORE.test(sentence.replace(ASIDE, ' '));
}

/** Sentences that narrow the question, of rules without the sentence that says when Yes wins. */
export function listRestrictions(rules: string): Restriction[] {
  return splitSentences(rules)
    .filter((text) => !isHarmless(text))
    .slice(0, MAX_RESTRICTIONS)
    .map(readRestriction);
}

const DENIED =
  /\b(?:not|never|no|none|neither|nor|without|cannot|exclud\w*|ineligible|insufficient)\b|n[’']t\b/i;

function readRestriction(text: string): Restriction {
  return { text, numbers: listNumbers(text), days: listDays(text), isDenied: DENIED.test(text) };
}

/** The plain question about a contest, as conditions state it, with its beginning and the time that is played. */
const CONTEST =
  /^(?:the )?.{2,80}? (?:wins?|win) (?:the )?(?:(?!\b(?:half|quarter|period|innings?|sets?|maps?|by|without|after)\b).){3,200}? (?:game|match|fight|bout|contest|series)(?: in the (?:(?!\b(?:half|quarter|period|innings?|sets?|maps?)\b)[^,]){3,60}?)?(?: (?:originally )?scheduled for [a-z]{3,9}\.? \d{1,2},? 20\d\d)?(?: after 90 minutes plus stoppage time)?(?: ?\(does not include extra time or penalties\))?(?: after a ball has been played)?(?=$|[ ,])/i;

/** What the condition of a contest adds to the plain question. Empty: nothing. */
export function listAdditions(condition: string): Restriction[] {
  const plain = CONTEST.exec(condition);
  const text = condition.slice(plain?.[0].length ?? 0).replace(/^[\s,.]+|[\s,.]+$/g, '');
  if (text === '' || isHarmless(text)) return [];
  return [readRestriction(text)];
}

/** Numbers of a text, written in digits without commas, without days and times of day. */
export function listNumbers(text: string): string[] {
  const bare = text.replace(DAY, ' ').replace(CLOCK, ' ');
  return [...bare.matchAll(NUMBER)].map(([found]) => {
    const numeral = NUMERALS.indexOf(found.toLowerCase());
    return numeral < 0 ? found.replaceAll(',', '') : String(numeral);
  });
}

/** Days of a text: `12-31`, or `2026-12-31` with its year. */
export function listDays(text: string): string[] {
  return [...text.matchAll(DAY)].map(([, before, name = '', day = '', year]) => {
    const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
    const at = new Date(Date.UTC(year === undefined ? 2001 : Number(year), month, Number(day)));
    if (before !== undefined) at.setUTCDate(at.getUTCDate() - 1);
    return at.toISOString().slice(year === undefined ? 5 : 0, 10);
  });
}

/** Whether two texts may name the same day: a year that one leaves out may be that of the other. */
export function isSameDay(one: string, two: string): boolean {
  const [short, long] = one.length < two.length ? [one, two] : [two, one];
  return long.endsWith(short) && (long.length === short.length || long.at(-short.length - 1) === '-');
}

/** Where a sentence ends. Points within numbers, names, addresses and behind abbreviations end none. */
const END =
  /\n+|(?<=[A-Za-z0-9)”"’'%.](?<!\b(?:[A-Z]|vs|St|Mr|Mrs|Dr|Jr|Sr|Inc|Co|Ltd|e\.g|i\.e|U\.S|a\.m|p\.m))[.!?][”"’')]?)\s+(?=[^a-z])|;\s+|\s[•*–-]\s/u;

/** Sentences, each on its own, without the full stop. */
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

/** Letters of another script, in which two may be a sentence. */
const UNREAD_LETTER = /(?!\p{Script=Latin})\p{L}/u;
