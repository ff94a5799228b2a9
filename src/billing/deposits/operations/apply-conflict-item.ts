import { MAX_OPERATION_MICRO_USD, microUsd } from '../../../domain/index.ts';
import { toAssetAccount } from '../../ledger/chart.ts';
import { toProviderScope } from '../../ledger/scopes.ts';
import { type ApplyStep, refuseDecision } from '../../review/operations/apply-step.ts';
import { recordDeposit } from './record.ts';

/** Credits the money of a webhook with a repeated event id to the owner that a person names. */
export const applyConflictItem: ApplyStep = (rows, item, { owner: named, amount: asked }, now) => {
  const owner = named ?? item.owner;
  const amount = asked ?? item.microUsd;
  if (owner === null) return refuseDecision('owner', 'the owner is not known: name one');
  if (amount === null || amount === 0) return refuseDecision('microUsd', 'the amount is not known: name it');
  const source = String(item.known.source);
  const event = String(item.known.event);
  // The limits of deposits do not apply, because a person has decided.
  const limit = microUsd(Number(MAX_OPERATION_MICRO_USD));
  const { deposit } = recordDeposit(
    { rows, limits: { perDeposit: limit, perDay: microUsd(Number.MAX_SAFE_INTEGER) }, now },
    {
      key: { scope: toProviderScope(source), idem: `${event}:${item.id}` },
      source,
      account: toAssetAccount(source),
      ref: event,
      attribution: { kind: 'owner', owner },
      currency: 'USD',
      amount: (amount / 1_000_000).toFixed(6),
      microUsd: microUsd(amount),
      eventId: event,
    },
  );
  if (deposit.state !== 'credited') {
    return refuseDecision(
      'microUsd',
      'the amount is too large: the sum of all balances could not be counted exactly',
    );
  }
  return { owner, moved: amount };
};
