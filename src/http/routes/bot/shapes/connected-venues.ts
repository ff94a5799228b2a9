import type { Bot } from '../../../../bot/bot.ts';
import { CREDENTIAL_KINDS } from '../../../../bot/credentials.ts';
import type { AccountRow } from '../../../../bot/holdings/rows.ts';
import * as s from '../../../schemas/schema.ts';

/** Lists the venues that an owner has connected, without any part of the credentials. */
export async function readConnectedVenues({ credentials, holdings, readings, mode }: Bot, owner: string) {
  const [entries, accounts] = await Promise.all([credentials.list(owner), holdings.listAccounts(owner)]);
  return Promise.all(
    entries.map(async ({ missing, ...entry }) => {
      const account = accounts.find(({ venue }) => venue === entry.venue);
      return {
        ...entry,
        missing: [...missing],
        bots: mode === 'live' ? await holdings.countBots({ owner, venue: entry.venue }) : null,
        account: account === undefined ? null : toAccountBody(account),
        foreignOrders: readings.foreignOrders.find({ owner, venue: entry.venue }),
      };
    }),
  );
}

function toAccountBody({ account, freeUsd, checkedAt, problem }: AccountRow) {
  return { account, freeUsd: freeUsd === null ? null : Number(freeUsd), checkedAt, problem };
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
        bots: s.nullable(
          s.int('Bots that share the account behind the credential.', 1),
          'the service runs in mock mode',
        ),
        account: s.nullable(
          s.object('The account behind the credential, as it was read last.', {
            account: s.nullable(s.text("The venue's public name of it.", '0xabc'), 'it was never read'),
            freeUsd: s.nullable(
              s.num('Money that is free for orders, in US dollars.', 250),
              'the venue does not say',
            ),
            checkedAt: s.nullable(s.epochMsField('When it was read.'), 'it was never read'),
            problem: s.nullable(s.text('Why the newest reading failed.', 'HTTP 500'), 'it did not fail'),
          }),
          'it was not read yet: accounts are read in live mode only',
        ),
        foreignOrders: s.nullable(
          s.object('Orders that rest in the account and that no bot placed.', {
            count: s.int('How many there are.', 0),
            checkedAt: s.epochMsField('When they were listed.'),
          }),
          'they were not listed yet, or the venue lists none',
        ),
      }),
    ),
  );
