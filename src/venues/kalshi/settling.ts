import type { EpochMs, Settling, SettlingTerms } from '../../domain/index.ts';
import { findPlain, type Said, TermsDraft } from '../settling/terms-draft.ts';
import { findEasternTime, findIndexCoin, RulesReader, sentence } from '../settling/words.ts';
import { findVenueTime } from '../times.ts';
import type { KalshiEvent, KalshiMarket } from './wire.ts';

const AVERAGE = "average of the sixty seconds of CF Benchmarks' ";
const CLOCK = '\\d{1,2}(?::\\d{2})? [AP]M E[DS]T';
const DATE = '[A-Z][a-z]+\\.? \\d{1,2}, \\d{4}';
const AMOUNT = '\\$?[\\d,]+(?:\\.\\d+)?';
const INDEX = '[^,.]+?';

/** Sentences of the venue's rules whose meaning is known, in their recorded wording. */
const ABOVE_ON = sentence(
  `If the (?:simple )?${AVERAGE}(?<index>${INDEX}) before (?<clock>${CLOCK}) on (?<date>${DATE}) is above (?<strike>${AMOUNT}), then the market resolves to Yes\\.`,
);
const ABOVE_AT = sentence(
  `If the (?:simple )?${AVERAGE}(?<index>${INDEX}) before (?<clock>${CLOCK}) is above (?<strike>${AMOUNT}) at (?<atClock>${CLOCK}) on (?<date>${DATE}), then the market resolves to Yes\\.`,
);
const AT_LEAST = sentence(
  `If the (?:simple )?${AVERAGE}(?<index>${INDEX}) before (?<clock>${CLOCK}) on (?<date>${DATE}) is at least the (?:simple )?${AVERAGE}(?<openIndex>${INDEX}) before (?<openClock>${CLOCK}) on (?<openDate>${DATE}), then the market resolves to Yes\\.`,
);
const ROUNDED = sentence(
  'The official and final value is the average of these prices, rounded to the nearest (?<places>\\d{1,2}) decimal places?\\.',
);
const NOT_ROUNDED = sentence('The official and final value is the average of these prices\\.');
const INDEX_WORDS = 'CF Benchmarks';
const PYTH = /^pyth\b/i;

type Meaning = Pick<SettlingTerms, 'test' | 'tie'>;

/** Meaning of each value of the venue's `strike_type`. Other values have no known meaning. */
const STRIKES: Readonly<Record<string, Meaning>> = {
  greater: { test: 'above', tie: 'no' },
  greater_or_equal: { test: 'above', tie: 'yes' },
  less: { test: 'below', tie: 'no' },
  less_or_equal: { test: 'below', tie: 'yes' },
  between: { test: 'between', tie: null },
};

/** Reads how a market settles, from its members and the sentences of its rules; null when they name no price. */
export function readSettling(market: KalshiMarket, event: KalshiEvent | null): Settling | null {
  const primary = market.rules_primary ?? '';
  const isPyth = event?.settlement_sources?.some(({ name }) => PYTH.test(name ?? '')) === true;
  if (!isPyth && !primary.includes(INDEX_WORDS)) return null;

  const rules = new RulesReader(primary);
  const more = new RulesReader(market.rules_secondary ?? '');
  const above = rules.take(ABOVE_ON) ?? rules.take(ABOVE_AT);
  const window = above === null ? rules.take(AT_LEAST) : null;
  const asked = above ?? window;
  if (asked === null && !isPyth) return null;

  const draft = new TermsDraft();
  const sources: Said<'source'>[] = isPyth ? [['pyth', 'settlement_sources']] : [];
  if (asked !== null) sources.push(['rti60', 'rules_primary']);
  draft.state('source', ...sources).state('toleranceSeconds', [0, 'not published']);
  if (asked === null) return draft.finish();

  const indices = [asked.index, ...(asked.openIndex === undefined ? [] : [asked.openIndex])];
  draft.state('coin', ...indices.map((index): Said<'coin'> => [findIndexCoin(index ?? ''), 'rules_primary']));
  draft.state('statistic', ['at', 'rules_primary']);
  const closes: Said<'closeAt'>[] = [
    [findTime(asked.clock, asked.date), 'rules_primary'],
    [findVenueTime(market.close_time), 'close_time'],
  ];
  if (asked.atClock !== undefined) closes.push([findTime(asked.atClock, asked.date), 'rules_primary']);
  draft.state('closeAt', ...closes);
  if (window !== null) {
    draft.state('openAt', [findTime(window.openClock, window.openDate), 'rules_primary']);
    draft.state('strikeFrom', ['opening', 'rules_primary']);
  } else {
    draft.state('strikeFrom', ['stated', 'rules_primary']);
    draft.state(
      'strike',
      [findPlain(asked.strike?.replace(/[$,]/g, '')), 'rules_primary'],
      [findPlain(market.floor_strike), 'floor_strike'],
    );
  }
  const meant = STRIKES[market.strike_type ?? ''] ?? { test: null, tie: null };
  const words = STRIKES[window === null ? 'greater' : 'greater_or_equal']!;
  const isRepeated = meant.test === words.test && meant.tie === words.tie;
  draft.state('test', [words.test, 'rules_primary'], [isRepeated ? meant.test : null, 'strike_type']);
  const speaksOfTie = rules.speaksOfTie();
  readRounding(more, market, draft);
  if (isRepeated && !speaksOfTie && !more.speaksOfTie()) draft.state('tie', [meant.tie, 'strike_type']);
  return draft.finish();
}

/**
 * Reads the decimals to which the venue rounds. They count when the sentence and `custom_strike` agree, or one is
 * absent.
 */
function readRounding(rules: RulesReader, market: KalshiMarket, draft: TermsDraft): void {
  rules.take(NOT_ROUNDED);
  const rounded = rules.take(ROUNDED);
  if (rounded === null) return;
  const stated = readPlaces(market.custom_strike);
  const said: Said<'decimals'>[] = [[Number(rounded.places), 'rules_secondary']];
  if (stated !== null) said.push([stated, 'custom_strike']);
  draft.state('decimals', ...said);
}

function readPlaces(custom: unknown): number | null {
  if (typeof custom !== 'object' || custom === null || !('round_digits' in custom)) return null;
  const { round_digits: digits } = custom;
  return digits === null || digits === undefined ? null : Number(digits);
}

function findTime(clock: string | undefined, date: string | undefined): EpochMs | null {
  return findEasternTime(clock ?? '', date ?? '');
}
