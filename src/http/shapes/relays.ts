import { RELAYS } from '../../domain/index.ts';
import { RELAY_STATES } from '../../references/relay.ts';
import * as s from '../schemas/schema.ts';

/** Builds the schema of the relays of reference prices, including disabled ones. */
export const relaysField = () =>
  s.named(
    'ReferenceRelays',
    s.array(
      'Relays of reference prices.',
      s.object('One relay.', {
        relay: s.choice('Id of the relay.', RELAYS),
        state: s.choice(
          '`gone`: three connections brought nothing, it is tried again each ten minutes. `refused`: its venue refused the credentials.',
          RELAY_STATES,
        ),
        why: s.nullable(s.text('What is in the way.', 'CROSSTAPE_REFERENCES is off'), 'nothing is'),
        connected: s.bool('Whether its connection is open.', true),
        lastValueAt: s.nullable(s.epochMsField('Arrival of its newest value.'), 'none came yet'),
      }),
    ),
  );
