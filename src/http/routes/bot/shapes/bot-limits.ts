import { LIMIT_NAMES } from '../../../../bot/limits/limits.ts';
import * as s from '../../../schemas/schema.ts';

/** Builds the schema of the limits of a bot, with the used part of each. */
export const limitsList = () =>
  s.array(
    'Limits that are in force, each with what is used, reserved and left.',
    s.named(
      'BotLimit',
      s.object('One limit of the bot, in the unit that its name ends in.', {
        name: s.choice('Name of the setting.', LIMIT_NAMES),
        asset: s.nullable(s.assetIdField(), 'the limit is that of the whole bot'),
        limit: s.num("The limit in force: the smaller of the bot's own and the operator's.", 500),
        ceiling: s.nullable(s.num("The operator's ceiling.", 1_000), 'the operator has set none'),
        used: s.num('What is used of it.', 120),
        reserved: s.num('What orders that have not ended may still use.', 12),
        left: s.num('What is left.', 368),
        reachedAtMs: s.nullable(
          s.epochMsField('When the limit was reached, or refused one of the newest orders.'),
          'neither happened',
        ),
      }),
    ),
  );
