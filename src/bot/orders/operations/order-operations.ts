import { operation } from '../../../storage/operation.ts';
import { applyOrderResult } from './apply-result.ts';
import { closePositions } from './close-positions.ts';
import { recordOrder } from './record-order.ts';
import { reopenPositions } from './reopen-positions.ts';
import { previewOrder, reserveOrder } from './reserve.ts';
import { requestOrderCancel, submitLegOfOrder, submitOrder } from './submit.ts';

export const preview = operation('bot.preview', previewOrder);
export const reserve = operation('bot.reserve', reserveOrder);
export const submit = operation('bot.submit', submitOrder);
export const submitLeg = operation('bot.submitLeg', submitLegOfOrder);
export const requestCancel = operation('bot.requestCancel', requestOrderCancel);
export const applyResult = operation('bot.applyResult', applyOrderResult);
export const record = operation('bot.record', recordOrder);
export const close = operation('bot.close', closePositions);
export const reopen = operation('bot.reopen', reopenPositions);

/**
 * Lists the operations on rows of trading, for an engine that finds them by name. `closeUnanswered` is not among them,
 * since it needs the operator's rows too.
 */
export const ORDER_OPERATIONS = [
  preview,
  reserve,
  submit,
  submitLeg,
  requestCancel,
  applyResult,
  record,
  close,
  reopen,
] as const;
