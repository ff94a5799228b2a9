import type { Bot } from '../../../../bot/bot.ts';
import * as s from '../../../schemas/schema.ts';
import { connectedList, readConnectedVenues } from './connected-venues.ts';

/** Failures of each call that changes a credential. */
export const CREDENTIAL_FAILURES = s.failures(
  'validation_failed',
  'missing_api_key',
  'invalid_api_key',
  'rate_limited',
  'ledger_unavailable',
);

/** Builds the schema of the answer of each call on credentials. */
export const credentialsSchema = () =>
  s.named(
    'ConnectedVenues',
    s.object('Connected venues.', {
      ok: s.okTrue(),
      vaultEnabled: s.bool('Whether credentials can be stored and used.', true),
      connected: connectedList(),
    }),
  );

/** Reads that answer for an owner. */
export async function readCredentials(bot: Bot, owner: string) {
  return {
    ok: true as const,
    vaultEnabled: bot.vault.closedBecause === null,
    connected: await readConnectedVenues(bot, owner),
  };
}
