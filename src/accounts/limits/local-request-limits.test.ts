import { describeRequestLimits } from '../../../test/contract/request-limits.ts';
import { LocalRateLimits } from './local-rate-limits.ts';
import { LocalRequestLimits } from './local-request-limits.ts';

describeRequestLimits(
  'in process',
  (_t, usage, now) => new LocalRequestLimits(new LocalRateLimits({ now }), usage),
);
