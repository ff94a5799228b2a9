import type { BotOrder, CancelOrderAnswer } from '../../../client/src/index.ts';
import { dollars } from '../../format/number.ts';
import { botStatus } from '../../state/bot.ts';
import { ask, type CallError, type Target } from '../../state/service.ts';
import { formatWriteCurl } from '../../state/write-curl.ts';
import { say } from '../notice.ts';
import { copyRequest } from '../panel.ts';

const toTarget = ({ orderId }: BotOrder): Target => ({
  path: `/api/bot/orders/${encodeURIComponent(orderId)}/cancel`,
  server: 'bot',
  credential: 'key',
});

const END_WORDS: {
  readonly [Status in CancelOrderAnswer['outcome']['status']]: (order: BotOrder) => string;
} = {
  cancelled: () => 'cancelled: nothing was traded',
  filled: ({ filledUsd }) => `filled for ${dollars(filledUsd)} USD before it was taken back; nothing rests`,
  rejected: () => 'it had been refused: nothing was traded',
  cancelling: () => 'requested; the venue has not confirmed it yet, and is asked again until it does',
};

/** Takes an order back at one press: it is free and may be repeated. */
export async function cancelOrder(order: BotOrder): Promise<void> {
  const target = toTarget(order);
  try {
    const { outcome } = (await ask(target.path, {
      ...target,
      method: 'POST',
      body: {},
    })) as CancelOrderAnswer;
    say(END_WORDS[outcome.status](outcome.order));
  } catch (error) {
    const { code, message } = error as CallError;
    say(`not cancelled: ${message} (${code})`);
  }
  botStatus.refresh();
}

/** Copies the command that cancels it. */
export const copyCancel = (order: BotOrder): Promise<void> =>
  copyRequest(formatWriteCurl(toTarget(order), {}));
