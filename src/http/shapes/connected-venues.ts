import type { Bot } from '../../bot/bot.ts';
import { CREDENTIAL_KINDS } from '../../bot/credentials.ts';
import {
  array,
  bool,
  choice,
  epochMsField,
  named,
  nullable,
  object,
  text,
  venueField,
} from '../schemas/schema.ts';

/** Without any part of the credentials. */
export async function showConnected({ credentials }: Bot, owner: string) {
  return (await credentials.list(owner)).map(({ missing, ...entry }) => ({
    ...entry,
    missing: [...missing],
  }));
}

export const connectedList = () =>
  array(
    'One per venue, by venue.',
    named(
      'ConnectedVenue',
      object('One credential, without its content.', {
        venue: venueField('Venue.'),
        kind: choice('What it is.', CREDENTIAL_KINDS),
        addedAt: epochMsField('When it was stored.'),
        usable: bool(
          'It has what live trading needs, its venue has not said otherwise, and the vault opens.',
          true,
        ),
        missing: array('Members that live trading needs.', text('Member.', 'privateKeyPem')),
        checkedAt: nullable(
          epochMsField('When the venue was asked, in live mode.'),
          'it was not asked yet, or could not be',
        ),
        problem: nullable(
          text('What is wrong, in our words or those of the venue.', 'the key may not trade'),
          'nothing is known to be wrong',
        ),
      }),
    ),
  );
