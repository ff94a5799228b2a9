export type { CallOptions } from './call.ts';
export { type ClientOptions, CrosstapeClient } from './client.ts';
export { CrosstapeError, type ErrorCode, type LocalErrorCode } from './errors.ts';
export type * from './generated/types.ts';
export { type Page, pages } from './pages.ts';
export type { StreamEvent, StreamOptions } from './resuming-stream.ts';
