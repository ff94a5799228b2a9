import { canApply, type ReviewItem } from './review-item.ts';

/** An API call that ends an item, and the command that does the same. */
export interface ReviewCall {
  readonly call: string;
  readonly command: string;
}

/** Placeholders for members that the item does not state. */
const OWNER = '<owner>';
const REASON = '<reason>';

/**
 * Lists the API calls and commands that can end an item. Members that the item states are filled in, the others are
 * placeholders.
 */
export function listReviewCalls(item: ReviewItem): readonly ReviewCall[] {
  const dismissal: ReviewCall = {
    call: `POST /api/account/review ${JSON.stringify({ id: item.id, action: 'dismiss', reason: REASON })}`,
    command: `crosstape review dismiss ${item.id} --reason ${REASON}`,
  };
  return [...listApplications(item), ...listReturns(item), ...listClosings(item), dismissal];
}

function listApplications({ id, kind, owner, microUsd }: ReviewItem): readonly ReviewCall[] {
  if (!canApply(kind)) return [];
  const body = {
    id,
    action: 'apply',
    ...(owner === null ? { owner: OWNER } : {}),
    ...(microUsd === null ? { microUsd: 0 } : {}),
  };
  // The amount stays a placeholder: a number would look like a proposal.
  const text = JSON.stringify(body).replace('"microUsd":0', '"microUsd":<amount>');
  const options = [
    ...(owner === null ? [`--owner ${OWNER}`] : []),
    ...(microUsd === null ? ['--usd <amount>'] : []),
  ];
  return [
    {
      call: `POST /api/account/review ${text}`,
      command: ['crosstape review apply', id, ...options].join(' '),
    },
  ];
}

/** Lists the call that returns a waiting deposit instead of releasing it. */
function listReturns({ kind, subject }: ReviewItem): readonly ReviewCall[] {
  if (kind !== 'held' && kind !== 'unattributed') return [];
  return [
    {
      call: `POST /api/account/deposits ${JSON.stringify({ id: subject, action: 'return' })}`,
      command: `crosstape deposits return ${subject}`,
    },
  ];
}

/** Lists the call that removes a credential which no configured key can decrypt. */
function listClosings({ kind, owner, known }: ReviewItem): readonly ReviewCall[] {
  if (kind !== 'vault_unreadable') return [];
  return [
    {
      call: `POST /api/admin/vault/close ${JSON.stringify({ owner, venue: known.venue })}`,
      command: `crosstape vault close ${owner} ${known.venue}`,
    },
  ];
}
