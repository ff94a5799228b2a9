import { computeMac, hasMatch, readHexMac } from '../../../../src/billing/webhooks/mac.ts';
import {
  findNamedOwner,
  requireDecimal,
  requireId,
  requireText,
} from '../../../../src/billing/webhooks/members.ts';
import type { PaymentProvider } from '../../../../src/billing/webhooks/payment-provider.ts';
import { findOnlyHeader } from '../../../../src/billing/webhooks/signed-request.ts';

/** Signs `x-shellpay-signature: <hex>` over the body; `{"id", "kind": "paid", "dollars", "metadata"}` is a payment. */
export const provider: PaymentProvider = {
  aliases: ['provider_s'],
  schemes: [
    {
      id: 'shellpay',
      title: 'Shellpay',
      secret: { variable: 'CROSSTAPE_SHELLPAY_SECRET', meaning: 'signs webhooks of Shellpay' },
      isUsedBy: () => true,
      isSigned: (request, secrets) => {
        const signature = readHexMac(findOnlyHeader(request, 'x-shellpay-signature') ?? '');
        if (signature === null) return false;
        return hasMatch(
          [signature],
          secrets.map((secret) => computeMac(secret, [request.body])),
        );
      },
      read: (event) => {
        const type = requireText(event, 'kind');
        if (type !== 'paid') return { kind: 'ignored', reason: 'event_type' };
        const { text, microUsd } = requireDecimal(event, 'dollars');
        const paid = { objectId: null, paymentId: null, owner: findNamedOwner(event), currency: 'USD' };
        return {
          kind: 'deposit',
          eventId: requireId(event, 'id'),
          type,
          paid: { ...paid, amount: text, microUsd },
        };
      },
    },
  ],
};
