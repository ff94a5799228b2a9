import type { JournalDay } from '../../../../bot/journal/journal.ts';
import { formatIsoTime, saturateMicroUsd, toUsd } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';

const DATE_LENGTH = 'yyyy-mm-dd'.length;

/** Builds the gains and costs of a bot on one day. */
export function toDayBody(day: JournalDay) {
  const realized = day.gainMicroUsd - day.venueFeesMicroUsd;
  return {
    day: formatIsoTime(day.startMs).slice(0, DATE_LENGTH),
    startMs: day.startMs,
    orders: day.orders,
    fills: day.fills,
    volumeUsd: toDollars(day.volumeMicroUsd),
    closings: day.closings,
    wins: day.wins,
    realizedUsd: toDollars(realized),
    venueFeesUsd: toDollars(day.venueFeesMicroUsd),
    fillsWithoutFee: day.fillsWithoutFee,
    accessFeesUsd: toDollars(day.accessFeesMicroUsd),
    netUsd: toDollars(realized - day.accessFeesMicroUsd),
  };
}

const toDollars = (amount: number) => toUsd(saturateMicroUsd(amount));

export const daySchema = () =>
  s.named(
    'BotDay',
    s.object('One day, from 00:00 UTC on.', {
      day: s.text('The day.', '2026-11-28'),
      startMs: s.epochMsField('Its start.'),
      orders: s.int('Orders that were stored on the day.', 7),
      fills: s.int('Fills of the day.', 6),
      volumeUsd: s.num('Amount moved by the fills in US dollars.', 72),
      closings: s.int(
        'Times that a position or a part of one was closed, less settlements that were undone.',
        2,
      ),
      wins: s.int('Closings with a profit.', 1),
      realizedUsd: s.num("Gain of what was closed, after the venues' fees of the day.", 1.5),
      venueFeesUsd: s.num("The venues' fees, already taken off realizedUsd.", 0.2),
      fillsWithoutFee: s.int('Fills whose fee is not known: realizedUsd is without it.', 0),
      accessFeesUsd: s.num('Access fees of this service for the orders of the day.', 0.05),
      netUsd: s.num('realizedUsd less accessFeesUsd; without funding, which is not read.', 1.45),
    }),
  );

export const DAY_COLUMNS = [
  'day',
  'startMs',
  'orders',
  'fills',
  'volumeUsd',
  'closings',
  'wins',
  'realizedUsd',
  'venueFeesUsd',
  'fillsWithoutFee',
  'accessFeesUsd',
  'netUsd',
] as readonly (keyof ReturnType<typeof toDayBody>)[];
