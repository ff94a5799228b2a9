import { BOT_ID_PATTERN } from '../../../accounts/keys/api-key.ts';
import type { KeyStore } from '../../../accounts/keys/keys.ts';
import type { Operator } from '../../../accounts/operator.ts';
import type { ControlStore } from '../../../bot/control/control.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';

export interface BotAdminOptions {
  readonly operator: Operator;
  readonly keys: Pick<KeyStore, 'knowsBot'>;
  readonly controls: Pick<ControlStore, 'change'>;
}

const FACTS = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const REFUSALS = [
  'validation_failed',
  'admin_unauthorized',
  'too_many_attempts',
  'ledger_unavailable',
] as const;

/** POST /api/admin/bots: the kill switch of one bot, in the operator's hand. */
export const registerKill: Registration<BotAdminOptions> = (app, { operator, keys, controls }) => {
  app.post(
    '/api/admin/bots',
    {
      config: FACTS,
      schema: {
        operationId: 'killBot',
        summary: 'Halts or resumes one bot',
        description:
          'Sets the same switch as `kill` of `POST /api/bot/control`. Takes effect at once and survives restarts. To halt all bots, use `globalKill` of `POST /api/admin/flags`.',
        tags: ['admin'],
        body: strictBody({
          botId: s.text('Id of the bot, from the record of its key.', 'bot_4kZ81xQm2Lw0aB3c', {
            pattern: BOT_ID_PATTERN,
          }),
          kill: s.bool('true halts the bot, false resumes it.', true),
        }),
        response: {
          200: s.object('State of the switch.', {
            ok: s.okTrue(),
            botId: s.text('Id of the bot.', 'bot_4kZ81xQm2Lw0aB3c'),
            killed: s.bool('Whether the bot is halted.', true),
          }),
          ...s.failures(...REFUSALS, 'bot_not_found'),
        },
      },
    },
    async (request) => {
      const { botId, kill } = request.body;
      if (!(await keys.knowsBot(botId))) throw new ApiError('bot_not_found', `no key belongs to ${botId}`);
      // Halting comes first: when only one of the two can be stored, it is the halt.
      const { killed } = await requireStore(() => controls.change(botId, { kill }));
      await requireStore(() => operator.note(describeAction(request, 'bot.kill', botId, String(kill))));
      return { ok: true as const, botId, killed };
    },
  );
};
