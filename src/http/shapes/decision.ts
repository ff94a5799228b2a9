import { DECISION_STATUSES } from '../../bot/engine/decision-store.ts';
import * as s from '../schemas/schema.ts';

const NO_ORDER = 'nothing was to be traded';

export const decisionSchema = () =>
  s.named(
    'BotDecision',
    s.object('One decision of the engine about one asset.', {
      t: s.epochMsField('Time of the decision.'),
      venue: s.venueField('Venue of the asset.'),
      asset: s.assetIdField(),
      direction: s.nullable(
        s.choice('Direction of the signal.', ['LONG', 'SHORT', 'NEUTRAL']),
        'no venue lists the asset and no history of it exists',
      ),
      confidence: s.nullable(s.num('0 to 1.', 0.7), 'no venue lists the asset and no history of it exists'),
      price: s.nullable(s.num('Last price.', 87_250.5), 'the market has none'),
      action: s.choice('`close` brings the position to zero before a position on the other side is opened.', [
        'hold',
        'open',
        'close',
      ]),
      side: s.nullable(s.choice('Side of the order; in Yes terms for binaries.', ['buy', 'sell']), NO_ORDER),
      sizeUsd: s.nullable(s.num('Size of the order in US dollars.', 12), NO_ORDER),
      clientOrderId: s.nullable(s.text('Client order id.', 'eng:hl-BTC:29395000'), NO_ORDER),
      status: s.nullable(
        s.choice('Outcome of the order. `failed`: an error of the service.', DECISION_STATUSES),
        NO_ORDER,
      ),
      reason: s.nullable(s.text('Why nothing was traded.', 'weak_signal'), 'something was traded'),
    }),
  );
