import { Type } from 'typebox';
import * as s from '../schemas/schema.ts';

const MAX_DAYS = 365;
const DEFAULT_DAYS = 30;

/** Builds the parameter of how many days are listed, the current one with them. */
export const daysParam = () =>
  s.sharedParam(
    'LastDays',
    s.int('Number of days, UTC, up to and with the current one.', DEFAULT_DAYS, {
      default: DEFAULT_DAYS,
      minimum: 1,
      maximum: MAX_DAYS,
    }),
  );

/** Builds the parameter of how many days are listed beside the rest of an answer. */
export const dailyParam = () =>
  Type.Optional(
    s.sharedParam(
      'Daily',
      s.int('Number of days, UTC, up to and with the current one, that `daily` lists.', DEFAULT_DAYS, {
        minimum: 1,
        maximum: MAX_DAYS,
      }),
    ),
  );

/** Builds the schema of a UTC day. */
export const dayField = () => s.text('Day in UTC.', '2026-11-30');

/** Condition under which an answer has no `daily`. */
export const NO_DAYS = '`days` was not given';
