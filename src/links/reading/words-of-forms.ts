import type { Restriction } from './restrictions.ts';

/** A sentence with its words in the spelling that is compared. */
export interface WordedRestriction extends Restriction {
  readonly words: readonly string[];
}

/** Events that a condition may require. One that only one of the rules names makes another question. */
export const TRIGGERS = new Set(
  'announce declare schedule confirm nominate appoint resign pardon commute commutation parole deport impeach acquire merge ban sign pass approve recognize invade attack strike capture recapture enter exit join visit meet perform tour attend host advance qualify endorse certify repeal veto overturn convict indict arrest sentence charge testify marry divorce engage die retire sell buy delist default halt cease suspend impose extend withdraw replace remove fire publish effect implement release file introduce propose agree plead settle acquit custody extradite surrender seize occupy negotiate deliver ship'.split(
    ' ',
  ),
);

/** Words that narrow or widen a condition. */
export const QUALIFIERS = new Set(
  'without unless except excluding any only partial partially full fully complete temporary temporarily permanent permanently acting interim publicly unilateral bilateral conditional consecutive style unofficial preliminary advance third revised final provisional estimate'.split(
    ' ',
  ),
);

/** Words of rules that do not describe the question. */
export const SAYS_NOTHING = new Set(
  'if market resolve yes no otherwise award season point name team professional pro men basketball football baseball hockey soccer listed corresponding result following next win as there after during division i reported report measured measure stated shown determined according election outcome follow game match time et pm am utc date between january february march april may june july august september october november december originally upcoming accord official other not or have been take place his her he she they must within prior year any'.split(
    ' ',
  ),
);

/** Words that describe a person or a thing by its kind, as sentences that restate the question do. */
const OF_RESTATING = new Set(
  'listed named corresponding national political pct percent percentage change reported published report inclusive potential club team player film movie artist song individual person candidate party driver award prize season result outcome officially'.split(
    ' ',
  ),
);

/** Words of sentences about a contest that does not take place as planned. */
const OF_UNPLAYED = new Set(
  'postpone postponed delay delayed cancel canceled cancelled reschedule rescheduled abandon abandoned forfeit forfeiture disqualification walkover walkovers remain open close until finish finished complete completed conclude concluded play played entirely make makeup make-up up fair price accordance rule rules each further than out over away week weeks day days hour hours begin begins but winner determined without due opponent automatically withdraw withdraws start other all beyond scheduled one series fight bout race contest re-scheduled declare declared draw tie end no-contest contest later new event organiser organizer'.split(
    ' ',
  ),
);

/** Words about candidates, in sentences after the one that names who may win. */
const OF_CANDIDATES = new Set('finalist nominee nominate announce when'.split(' '));

/** Words of sentences about where a result is read. */
const OF_SOURCES = new Set(
  'consensus eg month monthly every event primary main government governments federal state states specifically e.g e g etc representative representatives statement statements currently suffice release released prices select selected m top bar other election elections ambiguity live footage video broadcast announcement announcements chart final consider considered definitive accord according here overwhelming setting settings minute candle candles lawyer lawyers spokespeople spokesperson determination aforementioned calendar meeting authority certification report date form filing filings court courts award awards ceremony verify verified solely price administration unavailable written parent company transcript metric indicate indicated line tournament officially issue issued supplied after statistic statistics figure table list column labelled based base official officially organiser governing body league commission committee ministry agency department office electoral wide reliable reputable independent media outlet outlets press conference account accounts channel channels social platform feed daily data'.split(
    ' ',
  ),
);

/** Results that are published at the end of a question. An announcement of anything else is a first step. */
const RESULTS = new Set(
  'data figure result statement report winner win race vote award nominee finalist decision candidate source ceremony election information'.split(
    ' ',
  ),
);

/** Words of sentences about when and how a market is settled. */
const OF_SETTLING = new Set(
  "statement end next scheduled voting tie draw case officially occur timeframe otherwise haven’t hasn’t isn’t haven't hasn't isn't canceled cancelled postponed delayed rescheduled held or not relevant data issue issued release released publish published publication figure announced declared called completed determined decided inaugurated t happen source three all call race same candidate party available known declare announce determine complete conclude cancel postpone delay reschedule permanently mathematically hold take place award ceremony season event tournament schedule bracket decrease contention standing inauguration inaugurate certification certify count vote result information relate level precision isn hasn haven aren weren open remain credible resolution base based who what list individual person player team film movie artist song album beyond".split(
    ' ',
  ),
);

export const DIGITS = /^[\d.,]+$/;

/** Whether a word in a sentence of this form needs no counterpart in the other rules. */
export function isOfForm({ said, words }: Pick<WordedRestriction, 'said' | 'words'>, word: string): boolean {
  switch (said) {
    case null:
      return false;
    case 'source':
      return OF_RESTATING.has(word) || OF_SOURCES.has(word);
    case 'unplayed':
      return OF_RESTATING.has(word) || OF_UNPLAYED.has(word);
    case 'restates':
      return OF_RESTATING.has(word);
    default: {
      const isOfResult = () => words.some((one) => RESULTS.has(one));
      return (
        OF_RESTATING.has(word) ||
        (said === 'out' && OF_CANDIDATES.has(word)) ||
        (OF_SETTLING.has(word) && (!TRIGGERS.has(word) || isOfResult()))
      );
    }
  }
}

/** Whether a sentence of a known form contains nothing that the other rules must contain. */
export function saysNothing(restriction: WordedRestriction): boolean {
  const { said, words, numbers, days } = restriction;
  if (said === null || numbers.length > 0 || days.length > 0) return false;
  return words.every((word) => {
    if (isOfForm(restriction, word)) return true;
    return !QUALIFIERS.has(word) && (SAYS_NOTHING.has(word) || DIGITS.test(word));
  });
}
