import { operation } from '../../../storage/operation.ts';
import { settleOrder } from './apply-result.ts';
import { closePositions } from './close-positions.ts';
import { placeOrder } from './record-order.ts';
import { reserveOrder } from './reserve.ts';
import { requestOrderCancel, submitLegOfOrder, submitOrder } from './submit.ts';

export const reserve = operation('bot.reserve', reserveOrder);
export const submit = operation('bot.submit', submitOrder);
export const submitLeg = operation('bot.submitLeg', submitLegOfOrder);
export const requestCancel = operation('bot.requestCancel', requestOrderCancel);
export const settle = operation('bot.settle', settleOrder);
export const place = operation('bot.place', placeOrder);
export const close = operation('bot.close', closePositions);

/** All over rows of trading, for an engine that finds them by name; `closeUnanswered` needs the operator's rows too. */
export const ORDER_OPERATIONS = [reserve, submit, submitLeg, requestCancel, settle, place, close] as const;
