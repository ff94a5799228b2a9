import type { Bot } from '../../bot/bot.ts';
import { CREDENTIAL_KINDS } from '../../bot/credentials.ts';
import * as s from '../schemas/schema.ts';

/** Lists the venues connected by an owner, without any part of the credentials. */
export async function readConnectedVenues({ credentials }: Bot, owner: string) {
  return (await credentials.list(owner)).map(({ missing, ...entry }) => ({
    ...entry,
    missing: [...missing],
  }));
}

export const connectedList = () =>
  s.array(
    'Connected venues, one entry each, sorted by venue.',
    s.named(
      'ConnectedVenue',
      s.object('One stored credential, without its secret.', {
        venue: s.venueField('Venue.'),
        kind: s.choice('Kind of the credential.', CREDENTIAL_KINDS),
        addedAt: s.epochMsField('When the credential was stored.'),
        usable: s.bool(
          'Whether the credential can trade: it is complete, the venue has not rejected it, and the vault can decrypt it.',
          true,
        ),
        missing: s.array(
          'Members that live trading needs and the credential lacks.',
          s.text('Name of the member.', 'privateKeyPem'),
        ),
        checkedAt: s.nullable(
          s.epochMsField('When the venue last checked the credential. Checks happen in live mode only.'),
          'the venue has not checked it yet',
        ),
        problem: s.nullable(
          s.text(
            'Problem with the credential, found by this service or reported by the venue.',
            'the key may not trade',
          ),
          'no problem is known',
        ),
      }),
    ),
  );
