import { RedisScript } from '../../../storage/redis/script.ts';
import { SERVER_CLOCK, writeSecondClock } from '../../../storage/redis/script-clock.ts';

/**
 * Verdict of the script on a group of requests: taken, or the limit that rejected them. `quotaMissing`: the count of
 * the month is not on the server.
 */
export const VERDICT = { taken: 0, rate: 1, quota: 2, quotaMissing: 3 } as const;

/** Number of values that the script returns for each group of requests. */
export const NUMBERS_OF_GROUP = 5;

/** Value that stands for the quota of a group without one. */
export const NO_QUOTA = -1;

/**
 * Number of buckets: one for each second of a minute and one more, because a window of a minute can touch 61 of them.
 */
const BUCKETS = 61;

/** Expiry of a key with buckets, in seconds. */
const RATE_EXPIRES_S = BUCKETS + 1;

/** Reads the buckets of `key` into `sum`, `oldest` and `newest`, and drops those that have left the window. */
const READ_BUCKETS = `
local sum, oldest, newest = 0, nil, nil
local fields = redis.call('HGETALL', key)
for i = 1, #fields, 2 do
  local second, count = tonumber(fields[i]), tonumber(fields[i + 1])
  -- A bucket of the far future was written before the clock was put back.
  if second <= now - ${BUCKETS} or second > now + ${BUCKETS} then
    redis.call('HDEL', key, fields[i])
  elseif count > 0 then
    sum = sum + count
    if oldest == nil or second < oldest then oldest = second end
    if newest == nil or second > newest then newest = second end
  end
end
`;

/** Scripts of a sliding minute in 61 buckets of a second, with or without a monthly quota. */
export class RateScripts {
  /**
   * Counts the requests of several groups, each as far as its limits allow. KEYS of a group: buckets, then its quota if
   * it has one. ARGV of a group: number of requests (0: only read), rate, quota or -1. Returns for each group: verdict,
   * counted requests, remaining rate, seconds until the oldest requests leave, requests of the month.
   */
  readonly take: RedisScript;
  /** Takes back the newest request from the buckets and the quota. KEYS: buckets, quota if there is one. */
  readonly giveBack: RedisScript;
  readonly giveBackQuota: RedisScript;
  /**
   * Adds requests that were counted while the server was away. KEYS: buckets. ARGV: pairs of age in seconds and number
   * of requests.
   */
  readonly merge: RedisScript;

  constructor(clock = SERVER_CLOCK) {
    const now = writeSecondClock(clock);
    this.take = new RedisScript(`${now}
      local answer, place = {}, 0
      for group = 1, #ARGV, 3 do
        place = place + 1
        local key, quotaKey, used = KEYS[place], nil, 0
        local wanted, rate, quota = tonumber(ARGV[group]), tonumber(ARGV[group + 1]), tonumber(ARGV[group + 2])
        if quota ~= ${NO_QUOTA} then
          place = place + 1
          quotaKey = KEYS[place]
          used = tonumber(redis.call('GET', quotaKey) or -1)
        end
        local verdict, taken, left, reset = ${VERDICT.quotaMissing}, 0, 0, 0
        if used >= 0 then
          ${READ_BUCKETS}
          left = math.max(rate - sum, 0)
          reset = oldest == nil and 0 or oldest + ${BUCKETS} - now
          taken = math.min(wanted, left)
          verdict = taken < wanted and ${VERDICT.rate} or ${VERDICT.taken}
          if quotaKey and used + taken > quota then
            taken = math.max(quota - used, 0)
            verdict = ${VERDICT.quota}
          end
          if taken > 0 then
            redis.call('HINCRBY', key, now, taken)
            redis.call('EXPIRE', key, ${RATE_EXPIRES_S})
            if quotaKey then used = redis.call('INCRBY', quotaKey, taken) end
            if oldest == nil then reset = ${BUCKETS} end
            left = left - taken
          end
        end
        for _, number in ipairs({ verdict, taken, left, reset, used }) do answer[#answer + 1] = number end
      end
      return answer`);
    this.giveBack = new RedisScript(`${now}
      local key = KEYS[1]
      ${READ_BUCKETS}
      if newest ~= nil then redis.call('HINCRBY', key, newest, -1) end
      if KEYS[2] and tonumber(redis.call('GET', KEYS[2]) or 0) > 0 then redis.call('DECR', KEYS[2]) end
      return 1`);
    this.giveBackQuota = new RedisScript(`
      if tonumber(redis.call('GET', KEYS[1]) or 0) > 0 then redis.call('DECR', KEYS[1]) end
      return 1`);
    this.merge = new RedisScript(`${now}
      for i = 1, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], now - ARGV[i], ARGV[i + 1]) end
      return redis.call('EXPIRE', KEYS[1], ${RATE_EXPIRES_S})`);
  }
}

/**
 * Sets the count of a month to at least the number that a process knows. KEYS: quota. ARGV: known requests of the
 * month, seconds until the key expires. Returns the larger of both counts.
 */
export const FILL_QUOTA = new RedisScript(`
  local used = tonumber(redis.call('GET', KEYS[1]) or -1)
  if used >= tonumber(ARGV[1]) then return used end
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return tonumber(ARGV[1])`);
