import { DECISION_STATUSES } from '../../bot/engine/decision.ts';
import {
  assetIdField,
  choice,
  epochMsField,
  named,
  nullable,
  num,
  object,
  text,
  venueField,
} from '../schemas/schema.ts';

const NO_ORDER = 'nothing was to be traded';

export const decisionSchema = () =>
  named(
    'BotDecision',
    object('One look of the engine at one asset.', {
      t: epochMsField('When.'),
      venue: venueField('Where.'),
      asset: assetIdField(),
      direction: nullable(
        choice('What the signal said.', ['LONG', 'SHORT', 'NEUTRAL']),
        'nobody lists or records the asset',
      ),
      confidence: nullable(num('0 to 1.', 0.7), 'nobody lists or records the asset'),
      price: nullable(num('Last price.', 87_250.5), 'the market has none'),
      action: choice('`close` brings the position to zero before the other side is opened.', [
        'hold',
        'open',
        'close',
      ]),
      side: nullable(choice('Of Yes for binaries.', ['buy', 'sell']), NO_ORDER),
      sizeUsd: nullable(num('Of the order.', 12), NO_ORDER),
      clientOrderId: nullable(text('Of the order.', 'eng:hl-BTC:29395000'), NO_ORDER),
      status: nullable(
        choice('What came of the order; failed: a fault of the service.', DECISION_STATUSES),
        NO_ORDER,
      ),
      reason: nullable(text('Why nothing was traded.', 'weak_signal'), 'something was traded'),
    }),
  );
