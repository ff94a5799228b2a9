import { Type } from 'typebox';
import { describeAction, requireAccount } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { NO_WALLET, ownerMember, walletAddress, walletList } from './shapes/registered-wallet.ts';

/** DELETE /api/account/wallets: removes a wallet, on request of its owner or the operator. */
export const registerWalletRemoval: Registration<AccountRouteOptions> = (app, { wallets, operator }) => {
  app.delete(
    '/api/account/wallets',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false, admitsOperator: true },
      schema: {
        operationId: 'removeWallet',
        summary: 'Removes a wallet',
        description:
          'What it sent up to then is still credited. Its owner may register it again at once, another a day later.',
        tags: ['account'],
        body: strictBody({
          address: walletAddress(),
          owner: Type.Optional(ownerMember()),
        }),
        response: {
          200: s.object('Wallets after the removal.', {
            ok: s.okTrue(),
            owner: s.text('Whose wallet it was.', 'owner_1'),
            applied: s.bool('Whether this call removed it; false when the owner does not have it.', true),
            registeredWallets: walletList(),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'rate_limited',
            'too_many_attempts',
            'upstream_unavailable',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { address, owner: named } = request.body;
      const owner = requireAccount(request, named);
      const applied = await requireStore(async () => {
        const prepared = await wallets.prepareRemoval(owner, address);
        if (prepared.status === 'no_wallet') throw refuseParameter('address', NO_WALLET);
        if (prepared.status === 'unknown') throw createSilentError(prepared.chain);
        if (prepared.status === 'not_registered') return false;
        const { removal } = prepared;
        if (request.requestContext.principal.kind !== 'operator') return wallets.remove(removal);
        return operator.removeWallet(
          removal,
          describeAction(request, 'wallets.remove', owner, removal.address),
        );
      });
      const registeredWallets = await wallets.list(owner);
      return { ok: true as const, owner, applied, registeredWallets };
    },
  );
};

const createSilentError = (chain: string) =>
  new ApiError(
    'upstream_unavailable',
    `the node of ${chain} cannot tell its newest block; try again in a few seconds`,
    { headers: { 'retry-after': '5' } },
  );
