/** The contract of venues that take orders, and mock execution. The clients of live venues are in `live-venues.ts`. */

export * from './account-readings.ts';
export { AccountQueues } from './calls/account-queues.ts';
export { inspectCredential } from './credential-forms.ts';
export * from './execution-venue.ts';
export { describeForm } from './live/credential-form.ts';
export { fillOnPaper, type PaperFills } from './mock/paper-fills.ts';
export { addToTaken, isStillTaken } from './mock/taken-levels.ts';
export { findUsualLot } from './mock/terms.ts';
export { createMockExecution, type MockMarket, type MockMarkets } from './mock/venue.ts';
export * from './order-side.ts';
export type { PaperSide, PaperTaking, TakenLevel } from './paper-taking.ts';
export * from './reject-reasons.ts';
export { TRADING_VENUES, type TradingVenue } from './trading-venues.ts';
