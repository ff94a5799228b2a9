import { describeRates } from '../../test/contract/rates.ts';
import { RateLimiter } from './rate-limiter.ts';

describeRates('in process', (_t, now) => {
  const limiter = new RateLimiter();
  return {
    take: (key, limit) => limiter.ring(key, now()).take(now(), limit),
    giveBack: (key) => limiter.ring(key, now()).giveBack(now()),
    remaining: (key, limit) => limiter.ring(key, now()).remaining(now(), limit),
    secondsUntilMore: (key) => limiter.ring(key, now()).secondsUntilMore(now()),
  };
});
