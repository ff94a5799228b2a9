import type { Operator } from '../../../accounts/operator.ts';
import type { Alerts } from '../../../alerts/alerts.ts';
import { describeAction } from '../../access/key-holder.ts';
import { ApiError } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import { deliverySchema, toDeliveryBody } from './shapes/delivery.ts';

export interface AlertRetryOptions {
  readonly alerts: Alerts;
  readonly operator: Pick<Operator, 'note'>;
}

/** POST /api/alerts/deliveries/{id}/retry: sends an event again that could not be delivered. */
export const registerAlertRetry: Registration<AlertRetryOptions> = (app, { alerts, operator }) => {
  app.post(
    '/api/alerts/deliveries/:id/retry',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'retryAlertDelivery',
        summary: 'Sends an event again that could not be delivered',
        description: 'Attempts start over under the same id. An endpoint that is off is switched on.',
        tags: ['alerts'],
        params: s.object('Delivery.', {
          id: s.text('Id of the delivery.', 'dlv_4kZ81xQm2Lw0aB3c', { maxLength: 40 }),
        }),
        body: strictBody({}),
        response: {
          200: s.object('The delivery after the call.', { ok: s.okTrue(), delivery: deliverySchema() }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'too_many_attempts',
            'delivery_not_found',
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
      const delivery = await requireStore(() => alerts.store.retry(id));
      if (delivery === null) {
        throw new ApiError('delivery_not_found', 'no delivery with this id has ended as undeliverable');
      }
      await requireStore(() => operator.note(describeAction(request, 'alerts.retry', id)));
      return { ok: true as const, delivery: toDeliveryBody(delivery) };
    },
  );
};
