/** What counts in Redis. Loaded where a server is named. */
export { RedisFailureThrottle } from './redis-failure-throttle.ts';
export { RedisRateLimits } from './redis-rate-limits.ts';
export { RedisRequestLimits } from './redis-request-limits.ts';
export { RedisStreamSlots } from './redis-stream-slots.ts';
