import { COMPARISON_STATUSES } from '../../../billing/sources/source.ts';
import { describeAction } from '../../access/key-holder.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** POST /api/account/ledger/compare: the income at each source of money, compared with the recorded income. */
export const registerCompare: Registration<AccountRouteOptions> = (
  app,
  { comparer, compareWithinMs, operator },
) => {
  app.post(
    '/api/account/ledger/compare',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'compareLedger',
        summary: 'Compares what came in at the sources of money with what was recorded',
        description:
          'Compares what came in since the last comparison without a difference; what left since then does not count. A difference waits in the review.',
        tags: ['admin'],
        body: strictBody({}),
        response: {
          200: s.object('Sources, and what was found.', {
            ok: s.okTrue(),
            isEqual: s.bool('Whether no source differs.', true),
            sources: s.array('Sources.', comparisonSchema()),
          }),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const signal = AbortSignal.timeout(compareWithinMs);
      const compared = await requireStore(() => comparer.compare(signal));
      const differing = compared.filter(({ status }) => status === 'difference');
      const detail = `${compared.length} sources, ${differing.length} differ`;
      await requireStore(() => operator.note(describeAction(request, 'ledger.compare', null, detail)));
      return {
        ok: true as const,
        isEqual: differing.length === 0,
        sources: compared.map(({ id, title, currency, status, difference, note, figures, from, at }) => ({
          source: id,
          title,
          currency,
          status,
          difference,
          note,
          fromMs: from,
          toMs: at,
          cameIn: figures?.cameIn ?? null,
          recorded: figures?.recorded ?? null,
        })),
      };
    },
  );
};

const comparisonSchema = () =>
  s.named(
    'SourceComparison',
    s.object('One source.', {
      source: s.text('Names the source forever.', 'stripe'),
      title: s.text('Name for people.', 'Stripe'),
      currency: s.text('Currency of the amounts.', 'USD'),
      status: s.choice('`base`: the first comparison. `not_compared`: `note` says why.', COMPARISON_STATUSES),
      fromMs: s.nullable(s.epochMsField('When the base was taken.'), 'the source has no base yet'),
      toMs: s.epochMsField('When it was compared.'),
      cameIn: amount(),
      recorded: amount(),
      difference: amount(),
      note: s.nullable(
        s.text(
          'Why it was not compared, or what was left out.',
          'transactions that are not counted: 3 in EUR',
        ),
        'there is nothing to say',
      ),
    }),
  );

/** Builds the schema of an amount since the base, as decimal text; `difference` is `cameIn` less `recorded`. */
const amount = () =>
  s.named('SourceAmount', s.nullable(s.text('Amount since the base.', '125'), 'nothing was compared'));
