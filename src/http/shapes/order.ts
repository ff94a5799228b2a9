import { REJECT_REASONS } from '../../bot/execution/index.ts';
import { LIMIT_NAMES } from '../../bot/limits/limits.ts';
import {
  ACCOUNT_FILL_KINDS,
  EXECUTION_MODES,
  EXIT_RULES,
  FILL_BASES,
  ORDER_SOURCES,
  ORDER_STATES,
} from '../../bot/orders/order.ts';
import { FEE_STATES } from '../../bot/orders/order-state.ts';
import * as s from '../schemas/schema.ts';
import { microUsdField } from './money-fields.ts';
import { paperSchema } from './order-paper.ts';

export const orderStateField = () =>
  s.named('OrderState', s.choice('Lifecycle state of the order.', ORDER_STATES));

/** Builds the schema of the source of a fill's price. */
export const fillBasisField = () =>
  s.choice(
    'Source of the price. `stated`: the venue; `provisional`: the worst that the order allowed, until the venue states it; `corrected`: the venue, in place of a provisional fill.',
    FILL_BASES,
  );

/** Builds the schema of the reason why an order was rejected or is unconfirmed. */
export const rejectReasonField = () =>
  s.named('RejectReason', s.choice('Reason why the order was rejected or is unconfirmed.', REJECT_REASONS));

const rejectReasonOrNullField = () =>
  s.named('RejectReasonOrNull', s.nullable(rejectReasonField(), 'it is neither'));

/** Builds the schema of the execution mode of the service or of an order. */
export const execModeField = () =>
  s.named(
    'ExecMode',
    s.choice('Execution mode: `mock` simulates fills, `live` trades at the venue.', EXECUTION_MODES),
  );

const legSchema = () =>
  s.named(
    'BotOrderLeg',
    s.object('One of the orders that were sent to the venue.', {
      leg: s.nullable(
        s.choice('Outcome whose shares are traded.', ['yes', 'no']),
        'the asset is a perpetual',
      ),
      venueAsset: s.text("Venue's name of the instrument.", 'BTC'),
      size: s.num('Ordered quantity, in coins or shares.', 0.00013),
      filledSize: s.num('Filled quantity, in coins or shares.', 0.00013),
      venueOrderId: s.nullable(s.text("Venue's id of the order.", '7712'), 'the venue has not given one'),
      state: orderStateField(),
      reason: rejectReasonOrNullField(),
      message: s.nullable(
        s.text('Message from the venue about the order.', 'Insufficient margin.'),
        'the venue gave no message',
      ),
    }),
  );

const exitSchema = () =>
  s.named(
    'BotOrderExit',
    s.object(
      'Why the exit watch closes a position with the order. Prices are USD, or probabilities of Yes.',
      {
        rule: s.choice('Setting of the bot, or the closing of everything.', EXIT_RULES),
        triggerPrice: s.nullable(s.num('Price that the rule names.', 78_400), 'the rule names no price'),
        exitPrice: s.num('Price at which the position could be closed when the exit watch decided.', 78_310),
        beyondUsd: s.nullable(
          s.num(
            'What the fills cost beyond the price that the rule names, in US dollars: a gap, or a thin book. Below 0: they were better.',
            0.014,
          ),
          'the rule names no price, or nothing was filled',
        ),
      },
    ),
  );

export const orderSchema = () =>
  s.named(
    'BotOrder',
    s.object('One order of a bot.', {
      t: s.epochMsField('When the order was stored.'),
      status: s.choice('Result of the order; `filled` also when only a part was traded.', [
        'filled',
        'resting',
        'rejected',
      ]),
      feeAccessMicroUsd: microUsdField('Access fee charged for the order.', 10_000),
      orderId: s.text('Order id of this service.', 'ord_8Zk1'),
      clientOrderId: s.text('Order id that the caller chose, or that was generated.', 'my-order-1'),
      venue: s.venueField('Venue of the order.'),
      asset: s.assetIdField(),
      venueAsset: s.text("Venue's name of the asset.", 'BTC'),
      side: s.choice('Side of the order; for binaries, of Yes.', ['buy', 'sell']),
      leg: s.nullable(
        s.choice(
          'Outcome whose shares are traded, for binaries. `both`: shares of one outcome are given back before shares of the other are bought.',
          ['yes', 'no', 'both'],
        ),
        'the asset is a perpetual or the order was not signed yet',
      ),
      legs: s.array(
        'Orders at the venue that this order consists of, in the sequence in which they are sent; empty before they are signed.',
        legSchema(),
      ),
      sizeUsd: s.nullable(
        s.num('Maximum amount of the order in US dollars.', 12),
        'the order is sized in shares or closes a position',
      ),
      sizeShares: s.nullable(
        s.num('Size in shares of a binary or coins of a perpetual.', 25),
        'the order is sized in dollars or closes a position',
      ),
      close: s.bool('Whether the order closes the open position of the bot.', false),
      markPrice: s.num('Reference price that the caller gave for the order.', 87_250.5),
      limitPrice: s.nullable(
        s.num('Limit price of the order at the venue.', 88_100),
        'the order was not signed yet or fills at markPrice',
      ),
      nearMarket: s.nullable(
        s.bool(
          'Whether markPrice was near the newest known price: within CROSSTAPE_BOT_MAX_SLIPPAGE_BPS, or 0.02 for binaries. An order that fills at markPrice does so either way.',
          true,
        ),
        'no price was known, or the order does not fill at markPrice',
      ),
      filledUsd: s.num('Amount moved by the fills in US dollars: costUsd plus proceedsUsd.', 12),
      costUsd: s.num(
        'Amount spent in US dollars, without venue fees; for perpetuals, the notional that opened or increased a position.',
        12,
      ),
      proceedsUsd: s.num(
        'Amount received in US dollars, without venue fees; for perpetuals, the notional that closed or reduced a position.',
        0,
      ),
      filledSize: s.num('Quantity filled, in coins or shares.', 0.00013),
      avgPrice: s.nullable(
        s.num('Average price of the fills, weighted by size.', 87_250.5),
        'nothing was filled',
      ),
      venueOrderId: s.nullable(s.text("Venue's id of the order.", '7712'), 'the venue has not given one'),
      state: orderStateField(),
      settling: s.bool(
        'Whether the fills can still change: the chain has not confirmed them, or the venue has not stated their prices or fees yet.',
        false,
      ),
      feeState: s.nullable(
        s.choice('Venue fees of the fills; `unknown`: not stated in 30 days.', FEE_STATES),
        'nothing was filled',
      ),
      cancelling: s.bool(
        'Whether the order is being cancelled, by its bot or by a halt of trading, until the venue confirms that nothing rests.',
        false,
      ),
      reason: rejectReasonOrNullField(),
      message: s.nullable(
        s.text('Message from the venue about the order.', 'Insufficient margin.'),
        'the venue gave no message',
      ),
      partial: s.bool('Whether a part that would have opened something was left out.', false),
      limit: s.nullable(
        s.choice('The limit that kept the order, or a part of it, from opening.', LIMIT_NAMES),
        'no limit did',
      ),
      exit: s.nullable(exitSchema(), 'the exit watch did not place it'),
      paper: s.nullable(paperSchema(), 'it is no live order, was not sent, or no book was there in time'),
      execMode: execModeField(),
      source: s.choice(
        'Origin of the order: a call of the API (`trade`), the engine, or `account`: without an order.',
        ORDER_SOURCES,
      ),
      createdAt: s.epochMsField('When the order was stored.'),
      updatedAt: s.epochMsField('Time of the last change to the order.'),
      fills: s.array(
        'Fills, in the sequence in which they became known.',
        s.object('One fill; for binaries, in terms of Yes.', {
          t: s.epochMsField("Time of the fill by the venue's clock."),
          price: s.num('Price of the fill: USD, or probability of Yes.', 87_250.5),
          size: s.num('Filled quantity, in coins or shares.', 0.00013),
          usd: s.num(
            'Amount in US dollars. Shares of Yes count at the price, shares of No at 1 minus the price.',
            12,
          ),
          venueFeeUsd: s.nullable(
            s.num('Fee that the venue charged, in US dollars.', 0.005),
            'the venue did not state it',
          ),
          basis: fillBasisField(),
          kind: s.choice(
            '`trade`: by the order; the others by the venue, or by its owner (`adopted`, `reconciled`).',
            ['trade', ...ACCOUNT_FILL_KINDS],
          ),
        }),
      ),
    }),
  );
