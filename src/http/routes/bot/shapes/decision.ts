import { DECISION_STATUSES } from '../../../../bot/engine/decision-record.ts';
import * as s from '../../../schemas/schema.ts';

const NO_ORDER = 'the engine placed no order';

export const decisionSchema = () =>
  s.named(
    'BotDecision',
    s.object('One decision of the engine about one asset.', {
      t: s.epochMsField('Time of the decision.'),
      venue: s.venueField('Venue of the asset.'),
      asset: s.assetIdField(),
      direction: s.nullable(
        s.choice('Direction of the signal.', ['LONG', 'SHORT', 'NEUTRAL']),
        'no venue lists the asset and it has no history',
      ),
      confidence: s.nullable(
        s.num('Confidence of the signal, 0 to 1.', 0.7),
        'no venue lists the asset and it has no history',
      ),
      price: s.nullable(
        s.num('Price at the time of the decision: USD, or probability of Yes.', 87_250.5),
        'the market has no price',
      ),
      action: s.choice(
        'Action that was decided. `close` closes the open position before a position on the other side is opened.',
        ['hold', 'open', 'close'],
      ),
      side: s.nullable(s.choice('Side of the order; for binaries, of Yes.', ['buy', 'sell']), NO_ORDER),
      sizeUsd: s.nullable(s.num('Size of the order in US dollars.', 12), NO_ORDER),
      clientOrderId: s.nullable(
        s.text('Client order id that the engine gave the order.', 'eng:hl-BTC:29395000'),
        NO_ORDER,
      ),
      status: s.nullable(
        s.choice('Result of the order. `failed` means an internal error of this service.', DECISION_STATUSES),
        NO_ORDER,
      ),
      reason: s.nullable(s.text('Reason why nothing was traded.', 'weak_signal'), 'something was traded'),
    }),
  );
