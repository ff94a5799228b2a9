import { RedisScript } from '../../../storage/redis/script.ts';
import { SERVER_CLOCK, writeSecondClock } from '../../../storage/redis/script-clock.ts';

/** Verdict of the script on a group of requests: taken, or the limit that refused them. */
export const VERDICT = { taken: 0, rate: 1, quota: 2, quotaMissing: 3 } as const;

/** Numbers that the script returns for each group of requests. */
export const NUMBERS_OF_GROUP = 5;

/** Number in place of a quota where there is none. */
export const NO_QUOTA = -1;

/** One bucket for each second of a minute, and one more: no window of a minute ever holds more than the limit. */
const BUCKETS = 61;

/** Lifetime of a bucket, and of a key without a count. */
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

/** The scripts of a sliding minute of 61 buckets of a second, with or without a quota beside it. */
export class RateScripts {
  /**
   * Takes the requests of several groups, each as far as its limits allow. KEYS of a group: buckets, and its quota
   * where it has one. ARGV of a group: requests to take (0: only ask), rate, quota or -1. Returns for each group:
   * verdict, requests taken, the rest of the rate, seconds until the oldest requests leave, requests of the month.
   */
  readonly take: RedisScript;
  /** KEYS: buckets, quota where there is one. Takes the newest request off both. */
  readonly giveBack: RedisScript;
  readonly giveBackQuota: RedisScript;
  /** KEYS: buckets. ARGV: age in seconds and requests, in turn: counts requests taken while the server was away. */
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
 * KEYS: quota. ARGV: requests of the month as far as a process knows, seconds until the key expires.
 * Returns the larger of this and the server's count.
 */
export const FILL_QUOTA = new RedisScript(`
  local used = tonumber(redis.call('GET', KEYS[1]) or -1)
  if used >= tonumber(ARGV[1]) then return used end
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return tonumber(ARGV[1])`);
