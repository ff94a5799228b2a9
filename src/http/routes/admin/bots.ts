import { Type } from 'typebox';
import { BOT_ID_PATTERN } from '../../../accounts/keys/api-key.ts';
import type { KeyStore } from '../../../accounts/keys/keys.ts';
import type { Operator } from '../../../accounts/operator.ts';
import type { ControlStore } from '../../../bot/control/control-store.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { controlFields, haltField, requireClosable, toHaltBody } from '../../shapes/bot-control.ts';

export interface BotAdminOptions {
  readonly operator: Operator;
  readonly keys: Pick<KeyStore, 'knowsBot'>;
  readonly controls: Pick<ControlStore, 'change' | 'readHalt'>;
}

const FACTS = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const REFUSALS = [
  'validation_failed',
  'admin_unauthorized',
  'too_many_attempts',
  'ledger_unavailable',
] as const;

/** POST /api/admin/bots: the operator halts one bot, or closes all its positions. */
export const registerKill: Registration<BotAdminOptions> = (app, { operator, keys, controls }) => {
  app.post(
    '/api/admin/bots',
    {
      config: FACTS,
      schema: {
        operationId: 'killBot',
        summary: 'Halts or resumes one bot, or closes all of its positions',
        description:
          'Takes exactly one of kill, halt and closeAll: the same as in `POST /api/bot/control`, and `POST /api/bot/close-all`. Takes effect at once and survives restarts. To halt all bots, use `POST /api/admin/flags`.',
        tags: ['admin'],
        body: strictBody({
          botId: s.text('Id of the bot, from the record of its key.', 'bot_4kZ81xQm2Lw0aB3c', {
            pattern: BOT_ID_PATTERN,
          }),
          kill: Type.Optional(s.bool('true is halt `all`, false is halt `none`.', true)),
          halt: Type.Optional(haltField('What is halted.')),
          closeAll: Type.Optional(
            Type.Literal(true, { description: 'Cancels what rests and closes every position.' }),
          ),
        }),
        response: {
          200: s.object('State of the switch.', {
            ok: s.okTrue(),
            botId: s.text('Id of the bot.', 'bot_4kZ81xQm2Lw0aB3c'),
            ...controlFields(),
          }),
          ...s.failures(...REFUSALS, 'bot_not_found', 'kill_switch'),
        },
      },
    },
    async (request) => {
      const { botId, kill, halt, closeAll } = request.body;
      const named = [kill, halt, closeAll].filter((one) => one !== undefined);
      if (named.length !== 1) {
        throw refuseParameter('halt', 'exactly one of kill, halt and closeAll is required');
      }
      if (!(await keys.knowsBot(botId))) throw new ApiError('bot_not_found', `no key belongs to ${botId}`);
      // The halt is stored first: if only one of the two can be stored, it must be the halt.
      if (closeAll === true) {
        await requireStore(async () => requireClosable(await controls.readHalt(botId)));
        const control = await requireStore(() => controls.change(botId, { close: 'close_all' }));
        await requireStore(() => operator.note(describeAction(request, 'bot.closeAll', botId, 'true')));
        return { ok: true as const, botId, ...toHaltBody(control) };
      }
      const wanted = halt ?? (kill === true ? 'all' : 'none');
      const control = await requireStore(() => controls.change(botId, { halt: wanted }));
      const by =
        halt === undefined
          ? describeAction(request, 'bot.kill', botId, String(kill))
          : describeAction(request, 'bot.halt', botId, halt);
      await requireStore(() => operator.note(by));
      return { ok: true as const, botId, ...toHaltBody(control) };
    },
  );
};
