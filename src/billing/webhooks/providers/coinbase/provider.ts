import type { JsonObject } from '../../../../domain/index.ts';
import { isId } from '../../members.ts';
import type { PaymentProvider } from '../../payment-provider.ts';
import { MalformedEventError, type ProviderEvent } from '../../provider-event.ts';
import { findOnlyHeader, type SignedRequest } from '../../signed-request.ts';
import { readChargeEvent } from './charge-event.ts';
import { readCheckoutEvent } from './checkout-event.ts';
import { isSignedByCommerce } from './commerce-signature.ts';
import { EVENT_ID_HEADER, isSignedByHook0 } from './hook0-signature.ts';

export const provider: PaymentProvider = {
  aliases: ['provider_b'],
  schemes: [
    {
      id: 'coinbase',
      title: 'Coinbase Business',
      secret: { variable: 'CROSSTAPE_COINBASE_WEBHOOK_SECRET', meaning: 'signs webhooks of Coinbase' },
      isUsedBy: ({ headers }) => headers.has('x-hook0-signature'),
      isSigned: isSignedByHook0,
      read: readHook0,
    },
    {
      id: 'coinbaseCommerce',
      title: 'Coinbase Commerce',
      secret: {
        variable: 'CROSSTAPE_COINBASE_COMMERCE_SECRET',
        meaning: 'signs webhooks of Coinbase Commerce',
      },
      isUsedBy: ({ headers }) => headers.has('x-cc-webhook-signature'),
      isSigned: isSignedByCommerce,
      read: readChargeEvent,
    },
  ],
};

function readHook0(event: JsonObject, request: SignedRequest): ProviderEvent {
  const eventId = findOnlyHeader(request, EVENT_ID_HEADER);
  if (!isId(eventId)) throw new MalformedEventError(EVENT_ID_HEADER, 'a short printable text');
  return readCheckoutEvent(event, eventId);
}
