/** Venues that take orders. Callers import the contract and the factories from here. */

export * from './account-readings.ts';
export { AccountQueues } from './calls/account-queues.ts';
export { NO_LIMITS } from './calls/call-budget.ts';
export { inspectCredential } from './credential-forms.ts';
export * from './execution-venue.ts';
export { createHyperliquidExecution } from './hyperliquid/venue.ts';
export { createKalshiExecution } from './kalshi/venue.ts';
export { createLimitlessExecution } from './limitless/venue.ts';
export { describeForm } from './live/credential-form.ts';
export { MAX_BINARY_SLIPPAGE } from './live/price-bounds.ts';
export {
  createLiveVenues,
  type LiveVenueSettings,
  TRADING_VENUES,
  type TradingVenue,
} from './live-venues.ts';
export { fillOnPaper, type PaperFills } from './mock/paper-fills.ts';
export { addToTaken, isStillTaken } from './mock/taken-levels.ts';
export { findUsualLot } from './mock/terms.ts';
export { createMockExecution, type MockMarket, type MockMarkets } from './mock/venue.ts';
export * from './order-side.ts';
export type { PaperSide, PaperTaking, TakenLevel } from './paper-taking.ts';
export { MAINNET_CONTRACTS } from './polymarket/signing.ts';
export { createPolymarketExecution } from './polymarket/venue.ts';
export * from './reject-reasons.ts';
