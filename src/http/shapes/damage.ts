import { Type } from 'typebox';
import { DAMAGE_KINDS } from '../../history/tree/manifest.ts';
import * as s from '../schemas/schema.ts';

/**
 * Builds the schema of unreadable data of the history, in the manifest of a tree and in anomalies. Trees made by 1.1.0
 * state neither kind nor records.
 */
export const damageSchema = () =>
  s.named(
    'Damage',
    s.object('Data of the history that cannot be read.', {
      kind: Type.Optional(
        s.choice(
          '`records`: observations; `page`: one of many assets or markets; `row`: one beside the observations; `books`, `trades`: those of the tape.',
          DAMAGE_KINDS,
        ),
      ),
      venue: s.nullable(s.recorderField('Venue, or ref.'), 'it is not known'),
      asset: s.nullable(
        s.text('Asset id.', 'hl-BTC'),
        'several assets are concerned, or the asset is not known',
      ),
      fromMs: s.nullable(s.epochMsField('Start of the span.'), 'it is not known'),
      toMs: s.nullable(s.epochMsField('End of the span.'), 'it is not known'),
      records: Type.Optional(s.nullable(s.int('Observations that are missing.', 720), 'it is not known')),
      reason: s.text('Kind of damage.', 'checksum differs'),
    }),
  );
