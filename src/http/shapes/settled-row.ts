import { Type } from 'typebox';
import { SOURCE_LIST, UNKNOWN_REASONS, type WhyNull } from '../../domain/index.ts';
import { type SettledRow, withoutValues } from '../../history/contract/settled.ts';
import * as s from '../schemas/schema.ts';
import { marketNameFields } from './side-fields.ts';
import { whyNullField } from './why-null.ts';

/** Ids of the sources that terms can name: the recorded ones, and `binance`. */
export const SETTLED_SOURCES = [...SOURCE_LIST.map(({ id }) => id), 'binance'];
const VERDICTS = ['reproduced', 'contradicted', 'unknown'] as const;

export const sourceField = (description: string) => s.choice(description, SETTLED_SOURCES);
export const verdictField = (description: string) => s.choice(description, VERDICTS);
export const reasonField = (description: string) => s.choice(description, UNKNOWN_REASONS);

/** Decides which values of reference prices may be shown. */
export interface Rights {
  isShown(source: string): boolean;
}

/** Builds the schema members of a verdict, which docs/settled.md explains. */
const rowFields = () => ({
  asset: s.assetIdField('pm-btc-updown-15m-1791241200'),
  venue: s.venueField('Venue of the market.'),
  source: s.nullable(s.text('Source of the prices.', 'twap60'), UNSAID),
  coin: s.nullable(s.text('Coin in lower case.', 'btc'), UNSAID),
  openAt: s.nullable(s.epochMsField('Moment of the opening price.'), UNSAID),
  closeAt: s.nullable(s.epochMsField('Moment of the closing price.'), UNSAID),
  verdict: s.choice('`contradicted`: the venue paid otherwise.', ['reproduced', 'contradicted', 'unknown']),
  reason: s.named(
    'UnknownReason',
    s.nullable(s.choice('Why it is unknown.', UNKNOWN_REASONS), 'the verdict is known'),
  ),
  detail: s.nullable(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'Facts of the reason.',
      examples: [{ members: ['source'] }],
    }),
    'the reason has none',
  ),
  result: s.nullable(s.choice('Result by the recorded prices.', ['yes', 'no', 'half']), 'it is not known'),
  outcome: s.choice('Result by the venue.', ['yes', 'no', 'void']),
  strike: s.nullable(s.text('Strike, decimal text.', '86513.574462924859113472'), NOT_KNOWN),
  strikeBy: s.nullable(
    s.choice('Where the strike is from.', ['terms', 'record', 'venue']),
    'no strike is known',
  ),
  value: s.nullable(s.text('Closing price, decimal text.', '86514'), NOT_KNOWN),
  missing: s.array('Moments that are wanted and were not received.', s.epochMsField('Moment.')),
  agrees: s.named(
    'SettledAgreement',
    s.object('Whether strike and price are what the venue stated afterwards.', {
      strike: s.nullable(s.bool('Of the strike.', true), 'one of the two is not known'),
      value: s.nullable(s.bool('Of the closing price.', true), 'one of the two is not known'),
    }),
  ),
  settledAt: s.nullable(s.epochMsField('When the venue settled.'), 'the venue does not say'),
  recordedAt: s.epochMsField('When the result was recorded, as it is now.'),
  decidedAt: s.epochMsField('When this was decided.'),
  changedFrom: s.nullable(
    s.choice('The verdict before it changed last.', ['reproduced', 'contradicted', 'unknown']),
    'it never changed',
  ),
  rulesHash: s.nullable(s.text('Hash of the rules.', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'), 'it has no rules'),
  termsHash: s.text('Hash of the terms.', 'e1b181fb1881bf792e654734b7de854b'),
});

/**
 * Builds the schema of a verdict. Values of a source that must not be shown are null, with a reason in `whyNull`;
 * evidence has no `whyNull`.
 */
export const settledRowSchema = (description: string) =>
  s.named(
    'SettledRow',
    s.object(description, {
      ...rowFields(),
      whyNull: Type.Optional(whyNullField('of members that are withheld')),
    }),
  );

/** Builds the schema of a verdict in a list, with the names of its market. */
export const namedSettledRowSchema = (description: string) =>
  s.named(
    'NamedSettledRow',
    s.object(description, {
      ...marketNameFields(),
      ...rowFields(),
      whyNull: Type.Optional(whyNullField('of members that are withheld')),
    }),
  );

const UNSAID = 'the venue does not state it';
const NOT_KNOWN = 'it was not received, or is withheld';

/**
 * Converts a verdict to its body. @param rights Values of a source that must not be shown are left out. The venue's own
 * statements are always shown.
 */
export function toSettledBody(row: SettledRow, rights: Rights) {
  const shown = row.source === null || rights.isShown(row.source) ? row : withoutValues(row);
  const { asset, venue, source, coin, openAt, closeAt, verdict, reason, detail, result, outcome } = shown;
  const { strike, strikeBy, value, missing, agrees, settledAt, recordedAt, decidedAt, changedFrom } = shown;
  const { rulesHash, termsHash } = shown;
  const whyNull: WhyNull = {
    ...(value === row.value ? {} : { value: 'withheld' }),
    ...(strike === row.strike ? {} : { strike: 'withheld' }),
  };
  return {
    asset,
    venue,
    source,
    coin,
    openAt,
    closeAt,
    verdict,
    reason,
    detail,
    result,
    outcome,
    strike,
    strikeBy,
    value,
    missing: [...missing],
    agrees: { ...agrees },
    settledAt,
    recordedAt,
    decidedAt,
    changedFrom,
    rulesHash,
    termsHash,
    whyNull,
  };
}
