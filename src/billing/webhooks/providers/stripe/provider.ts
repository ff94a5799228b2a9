import type { PaymentProvider } from '../../payment-provider.ts';
import { readStripeEvent } from './event.ts';
import { isSignedByStripe } from './signature.ts';

export const provider: PaymentProvider = {
  aliases: ['provider_a'],
  schemes: [
    {
      id: 'stripe',
      title: 'Stripe',
      secret: { variable: 'CROSSTAPE_STRIPE_WEBHOOK_SECRET', meaning: 'signs webhooks of Stripe' },
      isUsedBy: () => true,
      isSigned: isSignedByStripe,
      read: (event, _, options) => readStripeEvent(event, options),
    },
  ],
  readListed: readStripeEvent,
};
