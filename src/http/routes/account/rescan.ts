import { Type } from 'typebox';
import { describeAction } from '../../access/key-holder.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/deposits/rescan: makes the watcher read a chain again. */
export const registerRescan: Registration<AccountRouteOptions> = (app, { watchedChains, operator }) => {
  app.post(
    '/api/account/deposits/rescan',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'rescanChain',
        summary: 'Reads a chain again from a block, slot or time',
        description:
          'The next poll starts from there. Known deposits are not credited again. The call also resumes a chain that was stopped because its final history changed.',
        tags: ['admin'],
        body: strictBody({
          chain: s.text('Name of the chain.', 'base', { minLength: 1, maxLength: 64 }),
          from: Type.Integer({
            description: 'First block (EVM), slot (Solana) or time in epoch ms (Tron) to read again.',
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            examples: [21_000_000],
          }),
        }),
        response: {
          200: s.object('Position from which the chain is read again.', {
            ok: s.okTrue(),
            chain: s.text('Name of the chain.', 'base'),
            from: s.int('Block, slot or time at which the next poll begins.', 21_000_000),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const { chain, from } = request.body;
      const watched = watchedChains.get(chain);
      if (watched === undefined) {
        const allowed = [...watchedChains.keys()].join(', ') || 'none';
        throw refuseParameter('chain', `chain is not watched; allowed: ${allowed}`);
      }
      const by = describeAction(request, 'deposits.rescan', chain);
      const outcome = await requireStore(() => operator.rescan({ ...watched, from }, by));
      if (outcome === 'not_read')
        throw refuseParameter('from', 'from must be a position that was read already');
      return { ok: true as const, chain, from };
    },
  );
};
