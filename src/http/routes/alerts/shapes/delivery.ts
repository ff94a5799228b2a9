import { DELIVERY_STATES, type DeliveryRow } from '../../../../alerts/rows.ts';
import * as s from '../../../schemas/schema.ts';

/** Converts a stored delivery to the API's form. */
export const toDeliveryBody = ({
  id,
  endpoint,
  state,
  tries,
  nextAt,
  status,
  reason,
  endedAt,
}: DeliveryRow) => ({
  id,
  endpoint,
  state,
  tries,
  nextTryMs: state === 'waiting' ? nextAt : null,
  status,
  reason,
  endedAtMs: endedAt,
});

export const statusField = () =>
  s.nullable(s.int('HTTP status of the last answer.', 204), 'the endpoint has not answered');
export const reasonField = () =>
  s.nullable(s.text('Why the last try failed.', 'no answer within 10 s'), 'it did not fail, or answered');

export const deliverySchema = () =>
  s.named(
    'AlertDelivery',
    s.object('A delivery to one endpoint.', {
      id: s.text('Id of the delivery.', 'dlv_4kZ81xQm2Lw0aB3c'),
      endpoint: s.text('Id of the endpoint.', 'phone'),
      state: s.choice('`dead`: no further try is made.', DELIVERY_STATES),
      tries: s.int('Failed tries.', 0),
      nextTryMs: s.nullable(s.epochMsField('Earliest time of the next try.'), 'none is made'),
      status: statusField(),
      reason: reasonField(),
      endedAtMs: s.nullable(s.epochMsField('Time of the final state.'), 'it waits'),
    }),
  );
