import { computeMac, hasMatch, readHexMac } from '../../../../src/billing/webhooks/mac.ts';
import { decimalIn, idIn, ownerIn, textIn } from '../../../../src/billing/webhooks/members.ts';
import type { PaymentProvider } from '../../../../src/billing/webhooks/payment-provider.ts';
import { onlyHeader } from '../../../../src/billing/webhooks/signed-request.ts';

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
        const signature = readHexMac(onlyHeader(request, 'x-shellpay-signature') ?? '');
        if (signature === null) return false;
        return hasMatch(
          [signature],
          secrets.map((secret) => computeMac(secret, [request.body])),
        );
      },
      read: (event) => {
        const type = textIn(event, 'kind');
        if (type !== 'paid') return { kind: 'ignored', reason: 'event_type' };
        const { text, microUsd } = decimalIn(event, 'dollars');
        const paid = { objectId: null, paymentId: null, owner: ownerIn(event), currency: 'USD' };
        return {
          kind: 'deposit',
          eventId: idIn(event, 'id'),
          type,
          paid: { ...paid, amount: text, microUsd },
        };
      },
    },
  ],
};
