import type { Bot } from '../../../bot/bot.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { ApiError } from '../../responses/errors.ts';

/** Dependencies of the bot endpoints. */
export interface BotRouteOptions {
  readonly bot: Bot;
  readonly assets: AssetFinder;
}

/** Requires that the bot can trade: live orders need their own switch and an open vault. @throws {ApiError} 503 */
export function requireExecution({ mode, isExecutionAllowed, vault }: Bot): void {
  if (mode === 'mock') return;
  if (!isExecutionAllowed) {
    throw new ApiError(
      'live_execution_disabled',
      'live orders are disabled: CROSSTAPE_BOT_LIVE_EXECUTION is off',
    );
  }
  if (vault.closedBecause !== null) {
    throw new ApiError(
      'vault_not_configured',
      'the credential vault cannot be opened; the operator has to check its key',
    );
  }
}
