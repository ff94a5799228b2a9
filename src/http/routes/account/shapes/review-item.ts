import { Type } from 'typebox';
import { listReviewCalls } from '../../../../billing/review/review-calls.ts';
import { REVIEW_KINDS, type ReviewFacts, type ReviewItem } from '../../../../billing/review/review-item.ts';
import * as s from '../../../schemas/schema.ts';
import { microUsdField } from '../../../shapes/money-fields.ts';

/** Builds the schema of a matter that waits for a person. */
export const reviewItemSchema = () =>
  s.named(
    'ReviewItem',
    s.object('One matter that waits for a person.', {
      id: s.text('Id of the item.', 'rev_8e1f0a5b2c3d4e5f60718293'),
      kind: s.choice('Kind of the matter.', REVIEW_KINDS),
      since: s.epochMsField('When the item began to wait.'),
      owner: s.nullable(s.text('Owner whom the matter concerns.', 'owner_1'), 'the owner is not known'),
      currency: s.nullable(s.text('Currency of the amount, as it came.', 'EUR'), 'there is no amount'),
      amount: s.nullable(s.text('Amount in the currency, as it came.', '93.00'), 'there is no amount'),
      microUsd: s.nullable(
        microUsdField('Value of the amount.'),
        'the value in US dollars is not known or there is no amount',
      ),
      known: Type.Unsafe<ReviewFacts>({
        type: 'object',
        description:
          'Facts about the matter, by name: ids at the provider, the deposit, positions on a chain. Values are text, numbers or null.',
        additionalProperties: true,
        examples: [{ payment: 'pi_1', deposit: 'dep_8e1f0a5b2c3d4e5f60718293' }],
      }),
      calls: s.array(
        'Calls that end the item; none when it has ended.',
        s.object('One call, with placeholders in angle brackets for what the caller has to name.', {
          call: s.text(
            'Call of the API.',
            'POST /api/account/review {"id":"rev_8e1f0a5b2c3d4e5f60718293","action":"apply"}',
          ),
          command: s.text('The same as a command.', 'crosstape review apply rev_8e1f0a5b2c3d4e5f60718293'),
        }),
      ),
      endedAt: s.nullable(s.epochMsField('When the item ended.'), 'it waits'),
      endedAs: s.nullable(
        s.choice('How the item ended; `resolved`: its reason is gone.', ['applied', 'dismissed', 'resolved']),
        'it waits',
      ),
      reason: s.nullable(s.text('Reason of a dismissal.', 'refunded by bank transfer'), 'there is none'),
    }),
  );

/** Converts an item to its member of the answer. */
export function toReviewBody(item: ReviewItem) {
  const { id, kind, since, owner, currency, amount, microUsd, known, endedAt, endedAs, reason } = item;
  return {
    id,
    kind,
    since,
    owner,
    currency,
    amount,
    microUsd,
    known,
    calls: endedAt === null ? listReviewCalls(item) : [],
    endedAt,
    endedAs,
    reason,
  };
}
