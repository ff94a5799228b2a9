import * as s from '../schemas/schema.ts';

/** Members by which the export's manifest and the anomalies describe data that cannot be read. */
export const damageFields = () => ({
  kind: s.choice(
    '`records`: observations; `page`: one of many assets or markets; `row`: one beside the observations.',
    ['records', 'page', 'row'],
  ),
  venue: s.nullable(s.recorderField('Venue, or ref.'), 'it is not known'),
  asset: s.nullable(s.text('Asset id.', 'hl-BTC'), 'several assets are concerned, or the asset is not known'),
  fromMs: s.nullable(s.epochMsField('Start of the span.'), 'it is not known'),
  toMs: s.nullable(s.epochMsField('End of the span.'), 'it is not known'),
  records: s.nullable(s.int('Observations that are missing.', 720), 'it is not known'),
  reason: s.text('Kind of damage.', 'checksum differs'),
});
