/** Forms of sentences in rules that restrict nothing. Each form matches a whole sentence, from beginning to end. */
// Sentences about how figures are published and which of them count. Values in tenths are compared elsewhere.
const PUBLISHED: readonly RegExp[] = [
  /^(?:note:? (?:that )?)?(?:the )?resolution source for this market (?:will be [^.]{3,160} )?(?:(?:which |that )?(?:[a-z]+ )?reports?|measures) [^.]{3,120}to (?:only )?one decimal (?:point|place)$/i,
  /^(?:note:? (?:that )?)?(?:the )?resolution source for this market will be [^.]{3,160} (?:which|that) (?:[a-z]+ )?reports? [^.]{0,120}to (?:only )?one decimal (?:point|place)$/i,
  /^if no (?:data|figures?) for the specified month (?:is|are) released by the date the next month[’']s (?:data|figures?) (?:is|are) scheduled to be released, this market will resolve based on (?:the )?(?:data|figures?) from the last available month$/i,
  /^thus, this is the level of precision that will be used when resolving (?:the|this) market(?: \(e\.g\. if [^()]*%[^()]*\))?$/i,
  /^resolution of this market will take place upon (?:the )?release of the aforementioned data$/i,
  /^the consumer price index(?: \(cpi\))? is a measure of the average change over time in the prices paid by urban consumers\b[^.]*$/i,
  /^if (?:there is no|no) (?:final |official )?(?:data|report|figures?)(?: is| are)? available by [^.]{5,60}, another credible (?:resolution )?source will be (?:chosen|used)$/i,
  /^(?:please )?note:? (?:that )?the (?:expiration value|value of the underlying) is the single-decimal value (?:published at|reported by) the [a-z ]{2,40}$/i,
  /^(?:any )?(?:subsequent |later |further )?(?:revisions?|updates?|alterations)(?: or (?:revisions?|updates?))?\b(?:(?!\b(?:until|unless|before)\b)[^.])*? will (?:not (?:be considered|count|be accounted for|affect)|have no (?:bearing|effect))\b(?:(?!\b(?:until|unless)\b)[^.])*$/i,
  /^if [^.]{3,90} is changed to a level not expressed in the displayed options, the change will be rounded (?:up )?to the nearest 25 and will resolve to the relevant bracket$/i,
  /^this market will resolve (?:according )?to the (?:amount of|change in) basis points (?:in )?(?:the )?(?:upper bound of the target federal funds rate|bank rate|(?:official )?cash rate|policy (?:interest )?rate|overnight rate|key rate|repo rate) (?:is changed by|resulting from [^.]{3,90}?),? (?:versus|relative to) the level it was prior to (?:the )?[^.]{0,40}meeting$/i,
  /^\(e\.g\.,? (?=[^()]*(?:bps|%))[^()]{3,160}\)$/i,
  /^the (?:decisions on|level and change of) [^.]{3,60} (?:are made by|is also published at) [^.]{3,160}$/i,
  /^[^.]{3,60} release will be available at:? website$/i,
];

// Common definitions of a question's terms. A definition in other words counts as a restriction.
const DEFINED: readonly RegExp[] = [
  /^(?:the )?fed interest rates are defined in this market by the upper bound of the target federal funds range$/i,
  /^(?:senate control is defined as|a party will be considered to have [‘“"'’]?control[’”"'‘]? of the senate if they have) (?:having )?more than half of the voting (?:senate )?members, or half of the voting senate members and the vice presiden(?:t|cy)$/i,
  /^(?:house control is defined as having more than half of the voting members of|a party will be considered to have [‘“"'’]?control[’”"'‘]? of the house of representatives,? if they win a majority of voting seats)(?: the (?:u\.?s\.? )?house of representatives)?$/i,
];

// Sentences about rounds. An election has a winner, however many rounds it takes.
const ROUNDS: readonly RegExp[] = [
  /^if no candidate (?:receives|wins|obtains|gets) (?:a|an absolute|the) majority\b[^.,]{0,60}, (?:a|the) (?:second round|run-?off)(?: election)? (?:will be|is) held(?: on [^.]{3,20})?$/i,
  /^this market (?:includes|is inclusive of) any (?:potential |possible )?(?:second round|run-?offs?)$/i,
  /^(?:the )?(?:next )?[a-z]+ elections? (?:will be|are (?:scheduled?|set) to be) held in [^.,]{3,40} (?:in|on) [a-z]{3,9}(?: \d{1,2})?,? 20\d\d$/i,
];

// Sentences of the venue about its own market and when it closes.
const OF_THE_BOOK: readonly RegExp[] = [
  /^this market is mutually exclusive$/i,
  /^therefore, if [^.,]{3,60}, the [^.,]{2,40} market will resolve to yes and the [^.,]{2,40} market will resolve to no$/i,
  /^only one bucket, at maximum, can resolve to yes$/i,
  /^note \d{1,2}\/\d{1,2}\/\d\d: for the markets beginning after the [a-z]+ meeting, if a scheduled [a-z]+ meeting is canceled and does not occur on its scheduled date, then the strike for [“"]fed maintains rate[”"] will resolve to yes and all others will resolve to no$/i,
  /^the market will always close at \d{1,2}:\d\d [ap]m et on the scheduled day of the data release(?: \([^()]{3,30}\))?$/i,
  /^in the case of a delay in data caused by a federal government shutdown\b[^.]* expiration date will be extended to [^.]*$/i,
  /^this market is eligible for accelerated determination after a consensus of media organizations project the winner$/i,
  /^(?:the )?(?:candidates|names?) may be named in the contract for the convenience of traders$/i,
  /^this market may be updated in the future to (?:add|replace) [^.]{3,80}$/i,
];

// Sentences of the deciding body, which begin with its name.
const DECIDED_BY: readonly RegExp[] = [
  /^this market will resolve (?:solely )?based (?:solely )?(?:off|on) (?:of )?the (?:first )?official (?:announcement of the winner|results?|vote count|certification)\b(?!.*\b(?:round|preliminary|only|before|county|counties)\b).*$/i,
  /^(?:this market[’']s|the) resolution will be based solely on the number of seats won by (?:this|the named|the listed) party(?:, not any coalition of which it may be a part)?$/i,
  /^the (?:relevant|next) data release is scheduled for [a-z]{3,9} \d{1,2}, 20\d\d(?:,? (?:at )?\d{1,2}:\d\d [ap]m et)?$/i,
  /^the [^.,]{3,40} are awards (?:given|presented) (?:every year|annually) by [^.]{3,200}$/i,
  /^in 20\d\d,? the [^.,]{3,60} (?:are|is) (?:set|scheduled) to be (?:given out|held|presented)\b(?!.*\b(?:only|must|before)\b)[^.]{0,80}$/i,
];

// Sentences about the time after the decision.
const AFTERWARDS: readonly RegExp[] = [
  /^any (?:subsequent |later )?replacement of the (?:[a-z]+ ){0,2}(?:nominee|candidate)(?: before (?:the )?(?:election|election day))? will not change the resolution of (?:the|this) market$/i,
  /^(?:potential )?retroactive points deductions\b[^.]* will have no bearing on this market[’']?s?[’']? resolution$/i,
];

/**
 * Forms of sentences that restrict nothing. All others count as restrictions, because no list of words has every way to
 * express one. The forms describe what happens when a contest or a vote does not take place, who wins what, where
 * results are read, and what the venue states about itself. Each matches a whole sentence, from beginning to end.
 */
export const HARMLESS: readonly RegExp[] = [
  ...PUBLISHED,
  ...DEFINED,
  ...ROUNDS,
  ...OF_THE_BOOK,
  ...DECIDED_BY,
  ...AFTERWARDS,
  /^if (?:the|this) (?:game|match) ends in an? (?:tie|draw), (?:the|this) market (?:called [“"”'][^“"”']*[“"”'] )?(?:will )?resolves? to (?:[“"”'][^“"”']{1,40}[“"”']|yes|no|50[-/]50|tie|draw)$/i,
  /^(?:in (?:the )?case of a (?:draw|tie)|if there is a tie)\b[^.]*\b(?:50[-/]50|alphabetical\w*|draw|tie)\b[^.]*$/i,
  /^if (?:the )?[^,]{2,80}? wins?(?: the (?:match|game)(?: against [^,]{2,60})?)?,? (?:then )?(?:the|this) market (?:will )?resolves? to [“"”'][^“"”']*[“"”']?$/i,
  /^(?:this|the) market will resolve to [“"”'][^“"”']*[“"”'] if (?:the )?[^,.]{2,60} wins?(?: the (?:match|game) against [^,.]{2,60})?$/i,
  /^otherwise,? (?:it|(?:the|this|the corresponding) market)(?: will)? (?:immediately )?resolves?(?: immediately)?(?: to)? [“"”']?(?:no|yes|other|50[-/]50)[”"“']{0,2}$|^otherwise$/i,
  /^if (?:the|this) (?:game|match|fight|bout) (?:ends in|results in|is declared) an? (?:tie|draw), this market will resolve (?:to )?50[-/]50$/i,
  /^if [^,.]{2,60} is declared the winner of (?:this|the) (?:bout|fight|match|game), this market will resolve to [“"”'][^“"”']*[“"”']$/i,
  // Sentences about how the winner of a contest is known. Parts of a contest are compared elsewhere.
  /^the result will be determined based on the final score including any overtime periods(?: and shootouts)?$/i,
  /^in the event of a shootout, one goal will be added to the winning team[’']s score for the purpose of resolution$/i,
  /^this market refers only to the outcome within the first 90 minutes of regular play plus stoppage time$/i,
  /^the following market refers to (?:the team who wins )?(?:the )?.{3,90}? (?:game|match)(?: originally)? scheduled for [a-z]{3,9}\.? \d{1,2}, 20\d\d(?: after 90 minutes plus stoppage time(?: \(does not include extra time or penalties\))?)?$/i,
  /^this market refers to the [^.]{3,90}? match between [^.]{3,90}?, scheduled for [^.]{3,40}$/i,
  /^in the upcoming [^.]{0,40}(?:game|match)?,? ?scheduled for [^.]{3,60}$/i,
  // Repetitions of the question, and facts that are read from members of the market.
  /^this (?:market|outcome) (?:will )?resolves? to [^,.]{2,60} if [^,.]{2,60} wins? against the other side on 20\d\d-\d\d-\d\d$/i,
  /^it closes on [a-z]{3,9} \d{1,2}(?:, 20\d\d)?$/i,
  /^[a-z]\w*:[^|]+(?:\|(?!countedPlay:(?!the full))(?!contestType:(?!(?:match|game|fight|bout|contest)(?:\||$)))[a-z]\w*:[^|]*)+$/i,
  // The edge of a number, which is read elsewhere.
  /^if (?:the (?:reported )?value|[^,.]{2,40}) falls exactly (?:between two (?:brackets|ranges|options|buckets)|on the (?:edge|boundary)[^,.]{0,60}),? (?:then )?this market will resolve to the (?:higher|lower)(?: range)? (?:bracket|range|option|bucket)$/i,
  // A statement that follows from the question itself.
  /^this market will resolve to [“"”']no[”"“'] if it becomes impossible for this [a-z]+ to win\b[^.]{0,80} based (?:off|on)(?: of)? the rules of (?:the )?[^.]{2,60}$/i,
  /^if (?:at any point )?it becomes impossible for this [a-z]+ to win\b[^.]{0,80} based (?:off|on)(?: of)? the rules of (?:the )?[^.]{2,60}(?:\(e\.g\.,? [^()]{3,80}\))?, this market will resolve (?:immediately )?to [“"”']?no[”"“']?$/i,
  /^if the [^,.]{3,60} is permanently canceled or has not been completed by [a-z]{3,9} \d{1,2}, 20\d\d(?:, 11:59 pm(?: et)?)?,? this market will resolve to [“"”']?(?:other|no)[”"“']?$/i,
  /^if another (?:individual|person|candidate|team|party) (?:is|wins?) [^,]{2,80}, this market will resolve to [“"”']no[”"“']{1,2}$/i,
  /^if an? [a-z]+ is not (?:officially )?nominated for the [^,]{3,80} when the (?:20\d\d )?nominees are announced, the corresponding market will (?:immediately )?resolve to [“"”']no[”"“']$/i,
  /^if [^,]{3,60} is appointed through a recess appointment, or is otherwise officially made the [^,]{3,60} without a senate vote, this market will resolve to [“"”']no[”"“']$/i,
  /^this market will resolve based on the final total number of seats won by each party, including any overhang mandates\b.* as reflected in the official results$/i,
  /^note: .{3,160} will be considered a single party, not a coalition for the purpose of this market$/i,
  /^this market[’']s resolution will be based solely on the number of seats won by this party, not any coalition of which it may be a part$/i,
  // Sentences about outcomes of Hyperliquid: who declares the winner, and what counts as played.
  /^each associated outcome corresponds to an? [^.]{3,120}$/i,
  /^an outcome resolves to yes if [^.,]{2,60} officially declares the corresponding [a-z]+ the (?:champion|winner) of the [^.,]{3,60}$/i,
  /^an outcome resolves to no once it becomes impossible under [^.,]{3,60} for the corresponding [a-z]+ to win the [^.,]{3,60}(?:, including but not limited to upon elimination from the tournament)?$/i,
  /^(?:match|game) results after regular time, extra time, and penalties, if applicable, are all valid for resolution purposes$/i,
  /^if the (?:final|game|match) is postponed(?:,| or) (?:or )?delayed(?:, or suspended and later completed)?, the (?:rescheduled|completed) (?:final|game|match)(?: as ultimately played)? will be used, provided .{2,60} officially declares a (?:champion|winner) by [^.]{5,40}$/i,
  /^if .{2,60} officially declares (?:a|either listed) team as (?:the )?(?:champion|winner)(?: of the game)? without a completed (?:final match|game)\b.*$/i,
  /^this market will resolve to [^,.]{2,60} if [^,.]{2,60} officially declares [^,.]{2,60} (?:as )?the winner of the (?!.*\b(?:half|quarter|round|leg|set|map|period)\b)(?:game|match|[^.]{3,120} (?:game|match) between [^.]{2,60} and [^.]{2,60} scheduled for [a-z]{3,9} \d{1,2}, 20\d\d)(?: \(the [“"]game[”"]\))?$/i,
  /^(?:the question has (?:two|three) outcomes: [^.]{3,120}|exactly one outcome resolves to yes(?: and the other(?: two)? resolves? to no)?)$/i,
  /^this market will resolve to 0\.5 if (?:the )?[^.]{2,40} (?:is a draw|records a no contest|records no winner|declares no winner)\b.{0,240}$/i,
  // Planned dates, which are no condition.
  /^(?:the )?[^.,]{3,80}? will be held on (?:[a-z]+day, )?[a-z]{3,9} \d{1,2}, 20\d\d$/i,
  /^(?:It|The [^.,]{3,60}|[A-Z][^.,]{3,60}) is (?:currently )?scheduled to take place (?:on [A-Z][a-z]{2,8} \d{1,2}, 20\d\d,? )?at (?:the )?[A-Z][\w’'.&-]*(?: [A-Z][\w’'.&-]*)*(?:(?:,| in) [A-Z][\w’'.&-]*(?: [A-Z][\w’'.&-]*)*)*$/,
  /^(?:the )?[^.,]{3,60} is the championship (?:game|event|series) (?:of|concluding) [^.]{3,120}$/i,
  /^(?:the )?[^.]{3,120}? are given every year by [^.]*$/i,
  /^(?:the )?[^.]{3,240}?(?: is an upcoming [a-z ]+ to be|,? will be) (?:held|presented) on (?:or before )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9}\.? \d{1,2}),? 20\d\d\b(?!.*\b(?:only|must|before)\b)[^.]*$/i,
  /^[^.]{3,160}?\b(?:is|are) (?:currently )?scheduled (?:to (?:be (?:announced|presented|held)|ta[kl]e place) )?(?:for |on )?[a-z]{3,9}\.? \d{1,2}(?:, 20\d\d)?$/i,
  // Sentences about a vote, an election, a winner or a figure that does not come (the last day to wait for it is
  // compared elsewhere), about sources and ambiguity, and about the venue itself.
  /^[Dd]ecided by (?:the )?[A-Z][\w.&’'-]*(?: [A-Z][\w.&’'-]*){0,4}$/,
  /^this market refers to the [^.]{3,40}? match between [^.]{2,60}? and [^.]{2,60}? in the (?!.*\b(?:half|quarter|round|leg|set|map|period)\b)[^.]{3,60}$/i,
  /\b(?:trademarks?|not affiliated|all times are)\b/i,
];

/** Matches the beginning of a sentence about a contest that is not played as planned. */
const UNPLAYED =
  /^if (?:the|this) (?:cancell?ed )?(?:game|match|fight|bout|race|series)\b.*\b(?:postponed|delayed|cancell?ed|rescheduled|abandoned|forfeit\w*|walkover|not (?:played|completed))\b.*\b(?:market|game) will (?:remain open|resolve|stay open)\b.*$/i;
/** Matches how long a postponed contest is awaited, which is compared elsewhere. */
const WAITED =
  /\b(?:two|\d+) (?:days?|weeks?|hours?)\b|\bone (?=team|side|player|fighter)|\bbefore the start\b|\b50[-/]50\b|\b0\.5\b/gi;

/** Remainder of a sentence after a form that restricts nothing. */
export interface SentenceRest {
  /** Part of the sentence that the other rules must also contain. */
  readonly text: string;
  /**
   * Kind of the form. `restates`: the question again. `settles`: when and how the market is settled. `waits`: the
   * payout without a result, where the days named may not come before the question is due. `out`: a side that cannot
   * win any more has lost. `source`: where the result is read. `unplayed`: a contest that does not take place as
   * planned.
   */
  readonly kind: 'restates' | 'settles' | 'waits' | 'out' | 'source' | 'unplayed';
}

const DATE = '(?:[a-z]{3,9}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:[-–]\\d{1,2})?(?:,? 20\\d\\d)?)';
const SCHEDULED = new RegExp(
  `,? (?:and |which is )?(?:currently |originally )?(?:scheduled|set)(?: to (?:be (?:held|given out|presented)|take place))?(?: for| on| in)? ${DATE}(?=$|[,. ])`,
  'i',
);
/** Forms that restate the question: `This is a market on ...`, `This market will resolve according to ...`. */
const RESTATES: readonly RegExp[] = [
  /^this is a (?:poly)?market (?:group )?(?:on|about|over|to predict|asking)(?: predicting)?(?: whether| which| who| what| if)? (.+)$/i,
  /^this market will resolve (?:immediately )?(?:according to|to|based on) (?:the )?(?![“"”'‘’]|yes\b|no\b|other\b)(.+)$/i,
  /^the market resolves? to (?:the )?(?![“"”'‘’]|yes\b|no\b|other\b)(.+)$/i,
];
/** Form that restates the condition: `If Jane Doe wins the 2026 election, this market will resolve to "Yes"`. */
const REPEATS =
  /^if (.{3,200}?),? (?:then )?this market will (?:immediately )?resolve (?:immediately )?to [“"”']?yes[”"“']?$/i;
/** Forms about where the result is read, and what decides when it is unclear. */
const SOURCE =
  /^(?:note:? (?:that )?)?(?:the |this market[’']?s? |kalshi[’']s? )?(?:primary |main )?(?:resolution|settlement) sources?\b|^if there is (?:any )?ambiguity\b|\bconsensus of credible (?:media )?reporting\b/i;
/** Names of institutions, which the other rules need not contain. A name after `at`, `in` or `on` is a place. */
const INSTITUTION = /(?<!\b(?:at|in|on) (?:the )?)(?<![“"”'])\b[A-Z][\w’'.&-]*/g;
const FIRST_ANNOUNCED = /\bfirst (?=(?:official )?announcement\b)/i;
/** Forms about when the market may be settled. */
const SETTLES =
  /^this market (?:may|can|will)(?: only| not)?(?: immediately)? resolve(?: to [“"”']?(?:yes|no)[”"“']?)?(?: immediately)? (?:as soon as|once|upon|after|until) (.+)$/i;
/** Forms about the payout when the contest does not take place or has no result. */
const WAITS =
  /^if (?:for any reason,? )?((?:(?!\bunless\b|\bonly\b|\bregulation\b)[^,]|, (?=20\d\d|11:59|or (?:is|has|if|there|in case)\b)){3,220}?),? (?:then )?(?:this|the corresponding) market (?:will|may) (?:immediately )?(?:resolve|remain open|stay open)\b(?: immediately)? ?((?:to [“"”']?(?:other|no|no change|50[-/]50|the [“"”']?no change[”"“']? bracket)[”"“']?|based on (?:the )?[^.]{3,90}|according to [^.]{3,90}|up until [^.]{3,60}|in favou?r of [^.]{3,90} alphabetical\w*(?: order)?[^.]{0,60}|50[-/]50)?)$/i;
/** Forms about the latest or the next published figure. */
const LATEST =
  /^(?:(?:based on|according to) (?:the )?(?:data|figures?) (?:of|from) the (?:most recent previous|last available|latest available) month(?: with available data)?|up until the scheduled release time of the next [a-z]+ report)$/i;
const UNDONE =
  /\b(?:cancell?ed|postponed|delayed|rescheduled|isn[’']t|hasn[’']t|haven[’']t|not (?:been |yet )?(?:completed|held|declared|announced|released?|published?|known|determined|decided|called|available|finished|concluded)|do(?:es)? not (?:release|publish|announce|take place|occur)|no [^,]{2,80} (?:takes? place|occurs?|is (?:held|released|published|available|declared|announced))|there is (?:otherwise )?no (?:final )?(?:data|winner|result)|becomes? (?:permanently )?unavailable)\b/i;
/** Forms about a side that cannot win any more and has therefore lost. */
const OUT =
  /^(?:likewise, )?if (?:at any point )?(?:it (?:becomes|is determined at any point that it is) (?:mathematically )?impossible for (?:(?:the|this|a|an|any) (?:listed |named )?[a-z]+|[A-Z][^,(]{1,50}?) to ([^,(]{3,120}?)(?: based (?:off|on)(?: of)? the rules of [^,(]{2,60})?|(?:the|this|an?|any) (?:listed |named )?[a-z]+ is not (?:officially )?(?:announced as|named|nominated for|nominated|a finalist for)( [^,(]{3,120})?)(?: ?\([^()]{3,120}\))?,? (?:this|the corresponding) market will (?:immediately )?resolve (?:immediately )?to [“"”']?no[”"“']?$/i;

/** Forms about a side that is certain to win and has therefore won. */
const CERTAIN = /^it (?:is|becomes) (?:a mathematical certainty|mathematically certain) (?:that )?/i;
const PLAIN_WIN =
  /^win(?: (?:the|this) (?:league|tournament|title|cup|championship|competition|award|race|election|season))?$/i;

/** Reads a sentence by the forms of which a part may restrict; null: the sentence has none of these forms. */
export function readSaid(given: string): SentenceRest | null {
  const sentence = given.replace(/\ball three (?=sources\b)/i, 'all ');
  if (UNPLAYED.test(sentence)) return { text: sentence.replace(WAITED, ' '), kind: 'unplayed' };
  if (SOURCE.test(sentence)) {
    const text = sentence.replace(SCHEDULED, ' ').replace(FIRST_ANNOUNCED, '').replace(INSTITUTION, ' ');
    return { text, kind: 'source' };
  }
  for (const form of RESTATES) {
    const said = form.exec(sentence)?.[1];
    if (said !== undefined) return { text: said.replace(SCHEDULED, ' '), kind: 'restates' };
  }
  const repeated = REPEATS.exec(sentence)?.[1];
  if (repeated !== undefined) return { text: repeated.replace(CERTAIN, ''), kind: 'restates' };
  const settled = SETTLES.exec(sentence)?.[1];
  if (settled !== undefined)
    return { text: settled, kind: /\bresolve to [“"”']?yes\b/i.test(sentence) ? 'restates' : 'settles' };
  const out = OUT.exec(sentence);
  if (out !== null) return { text: (out[1] ?? out[2] ?? '').replace(PLAIN_WIN, ''), kind: 'out' };
  const waited = WAITS.exec(sentence);
  if (waited?.[1] === undefined || !UNDONE.test(waited[1])) return null;
  const paid = waited[2] ?? '';
  const isPaidByData = /^(?:based|according|up)/i.test(paid) && !LATEST.test(paid);
  return { text: isPaidByData ? `${waited[1]} ${paid}` : waited[1], kind: 'waits' };
}
