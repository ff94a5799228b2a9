import { Type } from 'typebox';
import { describeAction } from '../../access/key-holder.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** Maximum number of lines in one call, which fit into a body. */
const MAX_LINES = 20;
const HEX = 'ab'.repeat(16);

/** POST /api/account/deposits/addresses: imports addresses that owners were told, so that they are watched again. */
export const registerImportAddresses: Registration<AccountRouteOptions> = (app, { operator }) => {
  app.post(
    '/api/account/deposits/addresses',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'importAddresses',
        summary: 'Watches deposit addresses that owners were told before',
        description:
          'Takes lines of deposit-addresses.jsonl, of which no address that is there is lost. An owner that is not known gets the id of then; one that has another address keeps it, and the one of then is watched beside it. Nothing is changed for an address that belongs to another owner.',
        tags: ['admin'],
        body: strictBody({
          addresses: Type.Array(
            Type.Object(
              {
                uid: s.text('Id of the owner, hex.', HEX, { pattern: '^[0-9a-f]{32}$' }),
                owner: s.text('Owner of the address.', 'owner_1', {
                  pattern: '^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$',
                }),
                chain: s.text('Name of the chain.', 'base', { minLength: 1, maxLength: 64 }),
                scope: s.text('Scope of its deposits.', 'chain:8453', { minLength: 1, maxLength: 64 }),
                address: s.text('The address.', `0x${'7'.repeat(40)}`, { minLength: 1, maxLength: 128 }),
                salt: s.text('CREATE2 salt.', `0x${'5'.repeat(64)}`, { minLength: 1, maxLength: 128 }),
                factory: s.text('Its factory.', `0x${'2'.repeat(40)}`, { minLength: 1, maxLength: 128 }),
                implementation: s.text('Its implementation.', `0x${'1'.repeat(40)}`, {
                  minLength: 1,
                  maxLength: 128,
                }),
              },
              { additionalProperties: false },
            ),
            { description: `1 to ${MAX_LINES} lines.`, minItems: 1, maxItems: MAX_LINES },
          ),
        }),
        response: {
          200: s.object('What became of the lines.', {
            ok: s.okTrue(),
            added: s.int('Addresses that are watched from now on.', 1),
            known: s.int('Addresses that were watched already.', 0),
            refused: s.array(
              'Addresses that belong to another owner here.',
              s.text('The address.', `0x${'7'.repeat(40)}`),
            ),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const by = describeAction(request, 'deposits.import', null);
      const { refused, ...counts } = await requireStore(() =>
        operator.importAddresses(request.body.addresses, by),
      );
      return { ok: true as const, ...counts, refused: [...refused] };
    },
  );
};
