// Members that the venue is known to send beside those that are read, from recorded bodies of 2024 to October 2026. A member that
// neither a schema reads nor a list here has is new: it is ignored, and named as drift.

/** Members of a listed market. */
export const MARKET_MEMBERS: readonly string[] = (
  'can_close_early created_time early_close_condition exchange_index ' +
  'fractional_trading_enabled is_provisional last_price liquidity liquidity_dollars mve_selected_legs ' +
  'no_ask no_ask_dollars no_bid no_bid_dollars no_sub_title notional_value open_interest open_time ' +
  'previous_price previous_yes_ask previous_yes_ask_dollars previous_yes_bid ' +
  'previous_yes_bid_dollars price_level_structure price_ranges response_price_units ' +
  'settlement_timer_seconds settlement_value subtitle tick_size updated_time volume volume_24h yes_ask ' +
  'yes_bid'
).split(' ');

/** Members of an event. */
export const EVENT_MEMBERS: readonly string[] = (
  'available_on_brokers collateral_return_type exchange_index fee_multiplier_override fee_type_override ' +
  'last_updated_ts markets product_metadata strike_date strike_period'
).split(' ');

/** Members of a message of the ticker channel. */
export const TICKER_MEMBERS: readonly string[] =
  'dollar_open_interest dollar_volume last_trade_size_fp market_id open_interest_fp time ts volume_fp'.split(
    ' ',
  );
