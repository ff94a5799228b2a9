import type { OpenPosition } from '../../../../bot/holdings/open-positions.ts';
import type { BotActivity, BotScore, FeeTotals } from '../../../../bot/orders/order-figures.ts';
import { type EpochMs, findAssetRef, isPerpKind, saturateMicroUsd, toUsd } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';

interface EquityFacts {
  readonly open: readonly OpenPosition[];
  readonly score: BotScore | null;
  readonly fees: FeeTotals;
  readonly activity: Pick<BotActivity, 'accessFeesMicroUsd'>;
  /** Whether the bot has ever closed a perpetual, whose funding is not part of any fill. */
  readonly hasHadPerp: boolean;
  readonly now: EpochMs;
}

/** Builds the total gains of a bot. A part that is not known is null, and so is the total that needs it. */
export function toEquityBody({ open, score, fees, activity, hasHadPerp, now }: EquityFacts) {
  const recorded = open.filter(({ size }) => Number(size) !== 0);
  const isPriced = recorded.every(({ unrealizedMicroUsd }) => unrealizedMicroUsd !== null);
  const unrealized = isPriced ? sum(recorded.map((one) => one.unrealizedMicroUsd ?? 0)) : null;
  const realized = score?.realizedMicroUsd ?? 0;
  const total = unrealized === null ? null : realized + unrealized - activity.accessFeesMicroUsd;
  const hasOpenPerp = recorded.some(({ asset }) => {
    const ref = findAssetRef(asset);
    return ref !== null && isPerpKind(ref.kind);
  });
  return {
    realizedUsd: toDollars(realized),
    unrealizedUsd: unrealized === null ? null : toDollars(unrealized),
    feesUsd: toDollars(fees.venueFeesMicroUsd),
    fillsWithoutFee: fees.withoutFee,
    accessFeesUsd: toDollars(activity.accessFeesMicroUsd),
    fundingUsd: hasOpenPerp || hasHadPerp ? null : 0,
    totalUsd: total === null ? null : toDollars(total),
    asOfMs: now,
  };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const toDollars = (amount: number) => toUsd(saturateMicroUsd(amount));

export const equitySchema = () =>
  s.object('Gain of the bot since its first order.', {
    realizedUsd: s.num("Gain of what was closed, after the venues' fees.", 1.5),
    unrealizedUsd: s.nullable(
      s.num('Gain of what is open, at exit prices.', -0.4),
      'the market of a position gives no price now',
    ),
    feesUsd: s.num("The venues' fees, already taken off realizedUsd.", 0.2),
    fillsWithoutFee: s.int('Fills whose fee is not known: realizedUsd is without it.', 0),
    accessFeesUsd: s.num('Access fees of this service.', 0.05),
    fundingUsd: s.nullable(
      s.num('Funding of perpetuals that was received, below 0 paid.', 0),
      'the bot has or had a perpetual; totalUsd is without it',
    ),
    totalUsd: s.nullable(
      s.num('realizedUsd plus unrealizedUsd and fundingUsd, less accessFeesUsd.', 1.05),
      'unrealizedUsd is not known',
    ),
    asOfMs: s.epochMsField('When it was computed.'),
  });
