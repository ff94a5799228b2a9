import type { KnownShape } from '../../upstream/known-shape.ts';

/**
 * Members that the venue is known to send, whether this service reads them or not, from recorded bodies and the venue's
 * documentation up to October 2026. A check of the venue reports all other members and words as drift.
 */
export const KNOWN_SHAPES: Readonly<Record<string, KnownShape>> = {
  'kalshi markets page': {
    members: `
      cursor markets`,
  },
  'kalshi market': {
    members: `
      can_close_early cap_strike close_time created_time custom_strike early_close_condition event_ticker
      exchange_index expected_expiration_time expiration_time expiration_value fee_waiver_expiration_time
      floor_strike fractional_trading_enabled functional_strike is_provisional last_price last_price_dollars
      latest_expiration_time liquidity liquidity_dollars market_type mve_collection_ticker mve_selected_legs
      no_ask no_ask_dollars no_bid no_bid_dollars no_sub_title notional_value notional_value_dollars
      occurrence_datetime open_interest open_interest_fp open_time previous_price previous_price_dollars
      previous_yes_ask previous_yes_ask_dollars previous_yes_bid previous_yes_bid_dollars price_level_structure
      price_ranges primary_participant_key response_price_units result rules_primary rules_secondary
      settlement_timer_seconds settlement_ts settlement_value_dollars status strike_type subtitle tick_size ticker
      title updated_time volume volume_24h volume_24h_fp volume_fp yes_ask yes_ask_dollars yes_ask_size_fp yes_bid
      yes_bid_dollars yes_bid_size_fp yes_sub_title`,
    values: {
      status: [
        'initialized',
        'inactive',
        'active',
        'closed',
        'determined',
        'disputed',
        'amended',
        'finalized',
      ],
      result: ['', 'yes', 'no', 'scalar'],
      market_type: ['binary', 'scalar'],
      strike_type: [
        'greater',
        'greater_or_equal',
        'less',
        'less_or_equal',
        'between',
        'functional',
        'custom',
        'structured',
        '',
      ],
    },
  },
  'kalshi events page': {
    members: `
      cursor events milestones`,
  },
  'kalshi event': {
    members: `
      available_on_brokers category collateral_return_type event_ticker exchange_index fee_multiplier_override
      fee_type_override last_updated_ts markets mutually_exclusive product_metadata series_ticker
      settlement_sources strike_date strike_period sub_title title`,
    values: { collateral_return_type: ['MECNET', 'DIRECNET', ''] },
  },
  'kalshi orderbook': {
    members: `
      orderbook_fp ticker`,
  },
  'kalshi orderbook row': {
    members: `
      orderbook_fp ticker`,
  },
  'kalshi candle': {
    members: `
      end_period_ts open_interest open_interest_fp price volume volume_fp yes_ask yes_bid`,
  },
  'kalshi ticker': {
    members: `
      dollar_open_interest dollar_volume last_trade_size_fp market_id market_ticker open_interest_fp price_dollars
      time ts ts_ms volume_fp yes_ask_dollars yes_ask_size_fp yes_bid_dollars yes_bid_size_fp`,
  },
};
