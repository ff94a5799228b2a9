import { describeRequestLimits } from '../../test/contract/request-limits.ts';
import { LocalRateLimits } from './rate-limits.ts';
import { LocalRequestLimits } from './request-limits.ts';

describeRequestLimits(
  'in process',
  (_t, usage, now) => new LocalRequestLimits(new LocalRateLimits({ now }), usage),
);
