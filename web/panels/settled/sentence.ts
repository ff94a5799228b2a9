import type { SettledRow } from '../../../client/src/index.ts';
import { clockTime, type Zone } from '../../format/time.ts';

type Reason = NonNullable<SettledRow['reason']>;

const WORDS: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No', half: 'half', void: 'neither side' };

/** Sentences of the reasons that need no facts of the market. */
const REASONS: Readonly<
  Record<Exclude<Reason, 'second_missing' | 'terms_silent' | 'window_incomplete'>, string>
> = {
  statistic_unsupported: 'its terms name a candle or a touch, which is not decided again',
  terms_changed: 'its terms changed while the window was open',
  average_not_recorded: 'the price was recorded, and not the average that it settles by',
  source_not_recorded: 'its source was not recorded',
  too_close: 'price and strike are too close to tell apart',
  tie_silent: 'price and strike are equal, and the terms do not say what then',
  second_disputed: 'a second came with two values, which give different results',
  void: 'the venue paid neither side',
};

/** The verdict on a market in a sentence: "Not proven: the second 12:05:00 was not received." */
export function describeVerdict(row: SettledRow, zone: Zone): string {
  const paid = `the venue paid ${WORDS[row.outcome]}`;
  if (row.verdict === 'reproduced')
    return `Proven: the recorded prices give what was paid, ${WORDS[row.outcome]}.`;
  if (row.verdict === 'contradicted')
    return `Contradicted: the recorded prices give ${WORDS[row.result ?? ''] ?? '–'}, and ${paid}.`;
  return `Not proven: ${describeReason(row, zone)}.`;
}

function describeReason({ reason, detail, missing }: SettledRow, zone: Zone): string {
  const times = missing.map((ms) => clockTime(ms, zone));
  switch (reason) {
    case 'second_missing':
      return times.length === 1
        ? `the second ${times[0]} was not received`
        : `the seconds ${times.join(' and ')} were not received`;
    case 'window_incomplete':
      return `the average of ${times.join(' and ')} stands on ${Number(detail?.count ?? 0)} of ${Number(detail?.of ?? 60)} values`;
    case 'terms_silent': {
      const members = Array.isArray(detail?.members) ? detail.members.join(', ') : 'something';
      return `the venue does not state ${members}`;
    }
    case null:
      return 'no reason is known';
    default:
      return REASONS[reason];
  }
}
