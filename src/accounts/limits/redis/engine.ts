/** Limits that are counted in Redis. This module is loaded only when a server is configured. */
export { RedisFailureThrottle } from './redis-failure-throttle.ts';
export { RedisRateLimits } from './redis-rate-limits.ts';
export { RedisRequestLimits } from './redis-request-limits.ts';
export { RedisStreamSlots } from './redis-stream-slots.ts';
