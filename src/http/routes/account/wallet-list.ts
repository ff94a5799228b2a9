import { Type } from 'typebox';
import { requireAccount } from '../../access/key-holder.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { priceListSchema } from './shapes/price-list.ts';
import { ownerMember, walletList } from './shapes/registered-wallet.ts';

/** GET /api/account/wallets: the wallets whose transfers to a shared address are credited to an owner. */
export const registerWalletList: Registration<AccountRouteOptions> = (app, { wallets, prices }) => {
  app.get(
    '/api/account/wallets',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false, admitsOperator: true },
      schema: {
        operationId: 'getWallets',
        summary: 'Registered wallets and deposit addresses',
        description:
          'Transfers from a registered wallet to a `depositAddress` are credited to its owner once their block is final. Letter case does not matter in addresses of EVM chains. The operator names the `owner`.',
        tags: ['account'],
        querystring: s.queryParams({ owner: Type.Optional(ownerMember()) }),
        response: {
          200: s.object('Registered wallets and deposit addresses.', {
            ok: s.okTrue(),
            registeredWallets: walletList(),
            depositTargets: s.array(
              'Tokens that are credited, by chain; empty when no chain is watched.',
              s.object('One token on one chain.', {
                chain: s.text('Name of the chain.', 'base'),
                asset: s.text('Symbol of the token.', 'USDC'),
                depositAddress: s.text(
                  'Address to send to. All owners share it.',
                  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
                ),
              }),
            ),
            priceListMicroUsd: priceListSchema(),
          }),
          ...s.failures(
            'validation_failed',
            'missing_api_key',
            'invalid_api_key',
            'rate_limited',
            'too_many_attempts',
          ),
        },
      },
    },
    async (request) => {
      const owner = requireAccount(request, request.query.owner);
      return {
        ok: true as const,
        registeredWallets: await wallets.list(owner),
        depositTargets: wallets.listTargets(),
        priceListMicroUsd: prices,
      };
    },
  );
};
