import type { Bot } from '../../bot/bot.ts';
import { CREDENTIAL_KINDS } from '../../bot/credentials.ts';
import * as s from '../schemas/schema.ts';

/** Without any part of the credentials. */
export async function showConnected({ credentials }: Bot, owner: string) {
  return (await credentials.list(owner)).map(({ missing, ...entry }) => ({
    ...entry,
    missing: [...missing],
  }));
}

export const connectedList = () =>
  s.array(
    'One per venue, by venue.',
    s.named(
      'ConnectedVenue',
      s.object('One credential, without its content.', {
        venue: s.venueField('Venue.'),
        kind: s.choice('What it is.', CREDENTIAL_KINDS),
        addedAt: s.epochMsField('When it was stored.'),
        usable: s.bool(
          'It has what live trading needs, its venue has not said otherwise, and the vault opens.',
          true,
        ),
        missing: s.array('Members that live trading needs.', s.text('Member.', 'privateKeyPem')),
        checkedAt: s.nullable(
          s.epochMsField('When the venue was asked, in live mode.'),
          'it was not asked yet, or could not be',
        ),
        problem: s.nullable(
          s.text('What is wrong, in our words or those of the venue.', 'the key may not trade'),
          'nothing is known to be wrong',
        ),
      }),
    ),
  );
