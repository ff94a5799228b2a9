import { findTextMember } from '../../../domain/index.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import type { CredentialCheck } from '../execution-venue.ts';
import { readAccountRows } from '../live/account-rows.ts';
import { rejectCredential } from '../live/credential-form.ts';
import type { HyperliquidCredential } from './credential.ts';
import { queryInfo } from './info-query.ts';
import { agentRow, extraAgentsAnswer, userRoleAnswer } from './wire.ts';

/** Asks the venue whether the key is still an API wallet of the account. @throws {VenueReadError} */
export async function checkAgent(
  http: VenueHttp,
  { agentAddress, accountAddress, tradingAddress }: HyperliquidCredential,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const ofCheck = { purpose: 'check', account: tradingAddress } as const;
  // This query has a third of the weight of the other, and lists every agent that was approved under a name.
  const agentsQuery = { type: 'extraAgents', user: accountAddress };
  const listed = await queryInfo(http, ofCheck, agentsQuery, extraAgentsAnswer, signal);
  const agents = readAccountRows(http, listed, agentRow, (row) => findTextMember(row, 'address'));
  const named = agents.rows.find(({ address }) => address.toLowerCase() === agentAddress.toLowerCase());
  if (named !== undefined) {
    return named.validUntil <= http.now()
      ? rejectCredential('the API wallet has expired')
      : { status: 'usable' };
  }
  // An unreadable row may be that of this agent, with its expiry.
  agents.requireRead(agentAddress);
  const roleQuery = { type: 'userRole', user: agentAddress.toLowerCase() };
  const { role, data } = await queryInfo(http, ofCheck, roleQuery, userRoleAnswer, signal);
  if (role === 'user') return rejectCredential('this is the key of an account, not of an API wallet');
  if (role !== 'agent') return rejectCredential(`the API wallet ${agentAddress} is not approved (${role})`);
  if (data?.user?.toLowerCase() !== accountAddress) {
    return rejectCredential('the API wallet belongs to another account');
  }
  return { status: 'usable' };
}
