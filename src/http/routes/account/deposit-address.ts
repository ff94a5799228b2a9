import { Type } from 'typebox';
import { requireKey } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** GET /api/account/deposit-address: the owner's own deposit addresses. */
export const registerDepositAddress: Registration<AccountRouteOptions> = (app, { wallets, keys }) => {
  app.get(
    '/api/account/deposit-address',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getDepositAddress',
        summary: 'Deposit addresses of the owner',
        description:
          'Every transfer to an address is credited to the owner, no matter who sends it. Addresses never change. Anyone can compute them from `salt`, `factory` and `implementation` with `crosstape deposits derive`.',
        tags: ['account'],
        querystring: s.queryParams({
          chain: Type.Optional(s.text('Only this chain.', 'base', { maxLength: 64 })),
        }),
        response: {
          200: s.object('Deposit addresses.', {
            ok: s.okTrue(),
            owner: s.text('Owner of the addresses.', 'owner_1'),
            addresses: s.array(
              'One address per chain that supports them.',
              s.object('One deposit address.', {
                chain: s.text('Name of the chain.', 'base'),
                address: s.text(
                  'Address to send to, with its checksum.',
                  '0x7ec5358Da090Da770854446aA3DDc150c59A378b',
                ),
                assets: s.array('Tokens that are credited.', s.text('Symbol of the token.', 'USDC')),
                salt: s.text(
                  'CREATE2 salt, computed from owner and chain.',
                  '0x7c2ae8753188cad505f049c4ae14f1b0c4e1f6e505d41c8ea2ac110132584663',
                ),
                factory: s.text('Contract that deploys the address.', `0x${'2'.repeat(40)}`),
                implementation: s.text('Contract whose code the address runs.', `0x${'1'.repeat(40)}`),
              }),
            ),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'rate_limited',
            'deposits_not_configured',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { owner } = requireKey(request);
      const allowed = wallets.listAddressChains();
      if (allowed.length === 0) {
        throw new ApiError(
          'deposits_not_configured',
          'no configured chain has deposit addresses for single owners',
        );
      }
      const ownerUid = await keys.store.findOwnerUid(owner);
      // A key is always stored together with its owner.
      if (ownerUid === null) throw new Error('the owner of a key is missing');
      const addresses = await requireStore(() =>
        wallets.assignAddresses(owner, ownerUid, request.query.chain),
      );
      if (addresses === null) {
        throw refuseParameter(
          'chain',
          `chain must be one that gives each owner an address; allowed: ${allowed.join(', ')}`,
        );
      }
      return { ok: true as const, owner, addresses };
    },
  );
};
