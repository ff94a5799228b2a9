import { describeAction } from '../../access/key-holder.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/deposits/skip: skips a transaction of a chain that cannot be read. */
export const registerSkip: Registration<AccountRouteOptions> = (app, { watchedChains, operator }) => {
  app.post(
    '/api/account/deposits/skip',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'skipTransaction',
        summary: 'Goes past a transaction of a chain that cannot be read',
        description:
          'What comes after it is read at the next poll. The transaction waits in the review as skipped_transaction and is read again daily: once it can be read, it is credited.',
        tags: ['admin'],
        body: strictBody({
          chain: s.text('Name of the chain.', 'solana', { minLength: 1, maxLength: 64 }),
          transaction: s.text(
            'Hash or signature, or the name that the anomaly of the chain gives to it.',
            `0x${'5'.repeat(64)}`,
            { minLength: 1, maxLength: 128, pattern: '^[A-Za-z0-9_-]+$' },
          ),
        }),
        response: {
          200: s.object('The transaction is passed over.', {
            ok: s.okTrue(),
            chain: s.text('Name of the chain.', 'solana'),
            transaction: s.text('The transaction.', `0x${'5'.repeat(64)}`),
            applied: s.bool('Whether this call did it; false: it was passed over before.', true),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const { chain, transaction } = request.body;
      const watched = watchedChains.get(chain);
      if (watched === undefined) {
        const allowed = [...watchedChains.keys()].join(', ') || 'none';
        throw refuseParameter('chain', `chain is not watched; allowed: ${allowed}`);
      }
      // Hashes of EVM chains and Tron are stored in lower case. Signatures of Solana are case-sensitive.
      const name = /^(0x)?[0-9a-fA-F]{64}$/.test(transaction) ? transaction.toLowerCase() : transaction;
      const by = describeAction(request, 'deposits.skip', chain, name);
      const skip = { scope: watched.scope, chain, transaction: name };
      const outcome = await requireStore(() => operator.skip(skip, by));
      return { ok: true as const, chain, transaction: name, applied: outcome === 'skipped' };
    },
  );
};
