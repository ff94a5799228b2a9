import type { Operator } from '../../../accounts/operator.ts';
import type { Alerts } from '../../../alerts/alerts.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { reasonField, statusField } from './shapes/delivery.ts';

export interface AlertTestOptions {
  readonly alerts: Alerts;
  readonly operator: Pick<Operator, 'note'>;
}

/** POST /api/alerts/endpoints/{id}/test: sends a test event to an endpoint. */
export const registerAlertTest: Registration<AlertTestOptions> = (app, { alerts, operator }) => {
  app.post(
    '/api/alerts/endpoints/:id/test',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'testAlertEndpoint',
        summary: 'Sends a test event to an endpoint',
        description:
          'One try, with a signature like every other. An endpoint that is off is switched on when it accepts. The answer of the endpoint is not shown.',
        tags: ['alerts'],
        params: s.object('Endpoint.', { id: s.text('Id of the endpoint.', 'phone', { maxLength: 40 }) }),
        body: strictBody({}),
        response: {
          200: s.object('Outcome of the try.', {
            ok: s.okTrue(),
            delivered: s.bool('Whether the endpoint accepted it.', true),
            status: statusField(),
            reason: reasonField(),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'too_many_attempts',
            'alert_endpoint_not_found',
            'ledger_unavailable',
          ),
        },
      },
      // The body has no members, so a request without one is valid.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request) => {
      const { id } = request.params;
      const result = await requireStore(() => alerts.test(id));
      if (result === null)
        throw new ApiError('alert_endpoint_not_found', `alerts.json has no endpoint ${id}`);
      await requireStore(() => operator.note(describeAction(request, 'alerts.test', id)));
      const { status, reason } = result;
      return {
        ok: true as const,
        delivered: status !== null && status >= 200 && status < 300,
        status,
        reason,
      };
    },
  );
};
