import { RELAYS } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

/** Builds the schema of the newest stored value of a reference price. */
export const lastReferenceSchema = () =>
  s.named(
    'LastReference',
    s.object('Value that was stored last.', {
      t: s.epochMsField('Moment on the clock of its source.'),
      text: s.nullable(
        s.text('Exact value.', '79639.795829763498573824'),
        'its publisher sent none, or an earlier run stored it between whole minutes',
      ),
      p: s.num('Nearest double, USD.', 79_639.7958297635),
      receivedAt: s.nullable(s.epochMsField('Arrival.'), 'an earlier run stored it between whole minutes'),
      relay: s.nullable(
        s.choice('Relay that brought it.', RELAYS),
        'an earlier run stored it between whole minutes',
      ),
      ageMs: s.int('Age in ms.', 1_400),
    }),
  );
