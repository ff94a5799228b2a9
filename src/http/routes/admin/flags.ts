import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

import { type FlagRouteOptions, flagsSchema, readFlags } from './shapes/flags.ts';

/** GET /api/admin/flags: the switches of the service, and the halt of all trading. */
export const registerFlags: Registration<FlagRouteOptions> = (app, options) => {
  app.get(
    '/api/admin/flags',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getFlags',
        summary: 'Configuration of the service and the kill switch',
        description:
          'Shows which features the settings turn on, and whether all trading is halted. Secrets are not shown.',
        tags: ['admin'],
        response: { 200: flagsSchema(), ...s.failures('admin_unauthorized', 'too_many_attempts') },
      },
    },
    async (request) => readFlags(options, request.socket.localPort ?? null),
  );
};
