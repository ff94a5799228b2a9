import type { PaymentProvider } from '../../payment-provider.ts';
import { findOnlyHeader } from '../../signed-request.ts';
import { readOwnEvent } from './event.ts';
import { isSignedPlainly } from './plain-signature.ts';
import { findStandardPrefix, isSignedByStandard, isStandardSecret } from './standard-signature.ts';

/** Payments from the operator's own system, which signs by Standard Webhooks or with a plain HMAC. */
export const provider: PaymentProvider = {
  aliases: [],
  schemes: [
    {
      id: 'hmac',
      title: 'Standard Webhooks',
      secret: {
        variable: 'CROSSTAPE_HMAC_WEBHOOK_SECRET',
        meaning: 'signs webhooks of the Standard Webhooks scheme: whsec_ and base64',
        form: { fits: isStandardSecret, allowed: 'whsec_ and base64 of 24 to 64 bytes' },
      },
      isUsedBy: (request) => findStandardPrefix(request) !== null,
      isSigned: isSignedByStandard,
      read: (event, request) =>
        readOwnEvent(event, findOnlyHeader(request, `${findStandardPrefix(request)}-id`)),
    },
    {
      id: 'hmacPlain',
      title: 'plain HMAC',
      secret: { variable: 'CROSSTAPE_HMAC_PLAIN_SECRET', meaning: 'signs webhooks with a plain HMAC' },
      isUsedBy: () => true,
      isSigned: isSignedPlainly,
      read: (event) => readOwnEvent(event, null, 'plain'),
    },
  ],
};
