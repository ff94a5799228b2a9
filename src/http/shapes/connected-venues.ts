import type { Bot } from '../../bot/bot.ts';
import { CREDENTIAL_KINDS } from '../../bot/credentials.ts';
import * as s from '../schemas/schema.ts';

/** Lists the venues connected by an owner, without any part of the credentials. */
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
          'The credential can trade: it is complete, the venue has not refused it, and the vault opens it.',
          true,
        ),
        missing: s.array('Members that live trading needs.', s.text('Member.', 'privateKeyPem')),
        checkedAt: s.nullable(
          s.epochMsField('When the venue last checked the credential, in live mode.'),
          'it was not asked yet, or could not be',
        ),
        problem: s.nullable(
          s.text(
            'Problem with the credential, as found here or stated by the venue.',
            'the key may not trade',
          ),
          'nothing is known to be wrong',
        ),
      }),
    ),
  );
