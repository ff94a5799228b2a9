import { Type } from 'typebox';
import type { ListedEvent } from '../../../alerts/alert-store.ts';
import type { Alerts } from '../../../alerts/alerts.ts';
import { EVENT_TYPES } from '../../../alerts/rows.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../../domain/index.ts';
import { createCursorError } from '../../parameters/cursors.ts';
import { pageLimit } from '../../parameters/key-members.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { pageEndFields, toPageEnd } from '../../shapes/list-end.ts';
import { deliverySchema, toDeliveryBody } from './shapes/delivery.ts';

const config = { access: 'admin', cacheSeconds: 0, probe: false } as const;
const REFUSALS = ['validation_failed', 'admin_unauthorized', 'too_many_attempts'] as const;
const CURSOR_EXAMPLE = 'WyJhbGVydC1ldmVudCIsOTJd';

/** GET /api/alerts/events: alerts with their deliveries, newest first. */
export const registerAlertEvents: Registration<{ readonly alerts: Alerts }> = (app, { alerts }) => {
  app.get(
    '/api/alerts/events',
    {
      config,
      schema: {
        operationId: 'listAlertEvents',
        summary: 'Alerts with their deliveries, newest first',
        description: 'Kept for 30 days.',
        tags: ['alerts'],
        querystring: s.queryParams({
          since: Type.Optional(s.timeParam('Time of the oldest event, inclusive.', 1_763_600_000_000)),
          limit: pageLimit(),
          cursor: Type.Optional(
            s.text('`nextCursor` of the previous page.', CURSOR_EXAMPLE, { maxLength: 64 }),
          ),
        }),
        response: {
          200: s.object('Page of events.', {
            ok: s.okTrue(),
            count: s.int('Events on the page.', 1),
            events: s.array('Newest first.', eventSchema()),
            ...pageEndFields(CURSOR_EXAMPLE),
          }),
          ...s.failures(...REFUSALS),
        },
      },
    },
    async ({ query: { since = 0, limit, cursor } }) => {
      const beforeSeq = cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(cursor);
      const found = await alerts.store.listEvents({ beforeSeq, since, limit: limit + 1 });
      const { shown, nextCursor } = cutPage(found, limit, ({ seq }) => encodeCursor('alert-event', [seq]));
      return {
        ok: true as const,
        count: shown.length,
        events: shown.map(toEventBody),
        ...toPageEnd(nextCursor, { count: shown.length, cursor }),
      };
    },
  );
};

/** Decodes a cursor. @throws {ApiError} for a text that is not a cursor of this list. */
function readCursor(cursor: string): number {
  const [seq] = decodeCursor('alert-event', ['count'], cursor) ?? [];
  if (seq === undefined) throw createCursorError();
  return seq;
}

const toEventBody = ({ t, deliveries, ...event }: ListedEvent) => ({
  ...event,
  tMs: t,
  deliveries: deliveries.map(toDeliveryBody),
});

const eventSchema = () =>
  s.named(
    'AlertEvent',
    s.object('An alert.', {
      seq: s.int('Number of the event; later events have higher ones.', 92),
      id: s.text('Id of the event, the `webhook-id` of each delivery.', 'evt_4kZ81xQm2Lw0aB3c'),
      type: s.choice('Type of the event.', EVENT_TYPES),
      rule: s.nullable(s.text('Id of the rule.', 'btc-100k'), 'the event is about an endpoint'),
      subject: s.text('Anomaly, pair or bot within the rule; empty when the rule has one subject.', ''),
      asset: s.nullable(s.assetIdField(), 'the rule is not about an asset'),
      tMs: s.epochMsField('Time of the event.'),
      value: s.nullable(s.num('Value that was compared.', 100_012.5), 'there is none'),
      threshold: s.nullable(s.num('Threshold of the rule.', 100_000), 'the rule has none'),
      text: s.text(
        'Sentence for people; titles are those of the venues.',
        'BTC (hl-BTC) is at 100012, above 100000',
      ),
      deliveries: s.array('Deliveries, one of each endpoint.', deliverySchema()),
    }),
  );
