import { DECISION_STATUSES } from '../../bot/engine/decision.ts';
import * as s from '../schemas/schema.ts';

const NO_ORDER = 'nothing was to be traded';

export const decisionSchema = () =>
  s.named(
    'BotDecision',
    s.object('One look of the engine at one asset.', {
      t: s.epochMsField('When.'),
      venue: s.venueField('Where.'),
      asset: s.assetIdField(),
      direction: s.nullable(
        s.choice('What the signal said.', ['LONG', 'SHORT', 'NEUTRAL']),
        'nobody lists or records the asset',
      ),
      confidence: s.nullable(s.num('0 to 1.', 0.7), 'nobody lists or records the asset'),
      price: s.nullable(s.num('Last price.', 87_250.5), 'the market has none'),
      action: s.choice('`close` brings the position to zero before the other side is opened.', [
        'hold',
        'open',
        'close',
      ]),
      side: s.nullable(s.choice('Of Yes for binaries.', ['buy', 'sell']), NO_ORDER),
      sizeUsd: s.nullable(s.num('Of the order.', 12), NO_ORDER),
      clientOrderId: s.nullable(s.text('Of the order.', 'eng:hl-BTC:29395000'), NO_ORDER),
      status: s.nullable(
        s.choice('What came of the order; failed: a fault of the service.', DECISION_STATUSES),
        NO_ORDER,
      ),
      reason: s.nullable(s.text('Why nothing was traded.', 'weak_signal'), 'something was traded'),
    }),
  );
