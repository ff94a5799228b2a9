import { Type } from 'typebox';
import { describeAction } from '../../access/key-holder.ts';
import { refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { haltField } from '../../shapes/bot-control.ts';
import { type FlagRouteOptions, flagsSchema, readFlags } from './shapes/flags.ts';

/** POST /api/admin/flags: halts or resumes the trading of all bots. */
export const registerHalt: Registration<FlagRouteOptions> = (app, options) => {
  app.post(
    '/api/admin/flags',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'setFlags',
        summary: 'Halts or resumes trading of all bots',
        description:
          'Takes exactly one of globalKill and globalHalt. Takes effect at once and survives a restart. All other flags come from settings.',
        tags: ['admin'],
        body: strictBody({
          globalKill: Type.Optional(s.bool('true is halt `all`, false is halt `none`.', true)),
          globalHalt: Type.Optional(haltField('What is halted for all bots.')),
        }),
        response: {
          200: flagsSchema(),
          ...s.failures('validation_failed', 'admin_unauthorized', 'too_many_attempts', 'ledger_unavailable'),
        },
      },
    },
    async (request) => {
      const { globalKill, globalHalt } = request.body;
      if ((globalKill === undefined) === (globalHalt === undefined)) {
        throw refuseParameter('globalHalt', 'exactly one of globalKill and globalHalt is required');
      }
      const halt = globalHalt ?? (globalKill === true ? 'all' : 'none');
      const by =
        globalHalt === undefined
          ? describeAction(request, 'flags.globalKill', null, String(globalKill))
          : describeAction(request, 'flags.globalHalt', null, halt);
      await requireStore(() => options.operator.setGlobalHalt(halt, by));
      return readFlags(options, request.socket.localPort ?? null);
    },
  );
};
