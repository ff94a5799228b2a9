import type { BotControl } from '../../../../bot/control/control.ts';
import { computePurse, type PurseFacts } from '../../../../bot/limits/purse.ts';
import type { BotScore } from '../../../../bot/orders/order-figures.ts';
import { saturateMicroUsd, toUsd } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';

/** Builds the purse of a bot that trades on paper, with fills from recorded books. */
export function toPurseBody({
  control,
  score,
  positions,
}: {
  readonly control: Pick<BotControl, 'config'>;
  readonly score: Pick<BotScore, 'realizedMicroUsd'> | null;
  readonly positions: PurseFacts['positions'];
}) {
  const { paperBalanceUsd } = control.config;
  const realizedMicroUsd = score?.realizedMicroUsd ?? 0;
  const left = computePurse({ paperBalanceUsd, realizedMicroUsd, positions });
  return { balanceUsd: paperBalanceUsd, leftUsd: toUsd(saturateMicroUsd(left)) };
}

export const purseSchema = () =>
  s.named(
    'BotPurse',
    s.object('Paper money. Present in mock mode with fills `book`.', {
      balanceUsd: s.num('Starting balance: `paperBalanceUsd` of the settings.', 10_000),
      leftUsd: s.num('Balance left for openings: gains added, cost of open positions taken off.', 9_400),
    }),
  );
