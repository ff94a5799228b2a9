import { RedisScript } from '../../storage/redis/script.ts';

/**
 * How scripts read the clock: by default the server's, which all processes share. Tests name another expression that has
 * seconds and microseconds.
 */
export const SERVER_CLOCK = "redis.call('TIME')";

/** Result of the script. */
export const VERDICT = { taken: 0, rate: 1, quota: 2, quotaMissing: 3 } as const;

/** One bucket for each second of a minute, and one more: no window of a minute ever holds more than the limit. */
const BUCKETS = 61;

/** A bucket is of no use after this long, and neither is a key that nobody has counted on. */
const RATE_EXPIRES_S = BUCKETS + 1;

/** Reads the buckets of KEYS[1] into `sum`, `oldest` and `newest`, and drops those that have left the window. */
const READ_BUCKETS = `
local sum, oldest, newest = 0, nil, nil
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local second, count = tonumber(fields[i]), tonumber(fields[i + 1])
  -- A bucket of the far future was written before the clock was put back.
  if second <= now - ${BUCKETS} or second > now + ${BUCKETS} then
    redis.call('HDEL', KEYS[1], fields[i])
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
   * KEYS: buckets, quota where there is one. ARGV: requests to take (0: only ask), rate, quota.
   * Returns: verdict, what is left of the rate, seconds until the oldest requests leave, requests of the month.
   */
  readonly take: RedisScript;
  /** KEYS: as above. Takes the newest request off both. */
  readonly giveBack: RedisScript;
  /** KEYS: buckets. ARGV: age in seconds and requests, in turn: counts what was taken while the server was away. */
  readonly merge: RedisScript;

  constructor(clock = SERVER_CLOCK) {
    const now = `local now = tonumber(${clock}[1])\n`;
    this.take = new RedisScript(`${now}${READ_BUCKETS}
      local cost, rate, used = tonumber(ARGV[1]), tonumber(ARGV[2]), 0
      local reset = oldest == nil and 0 or oldest + ${BUCKETS} - now
      if KEYS[2] then
        used = tonumber(redis.call('GET', KEYS[2]) or -1)
        if used < 0 then return { ${VERDICT.quotaMissing}, 0, 0, 0 } end
      end
      if sum + cost > rate then return { ${VERDICT.rate}, math.max(rate - sum, 0), reset, used } end
      if KEYS[2] and used + cost > tonumber(ARGV[3]) then
        return { ${VERDICT.quota}, rate - sum, reset, used }
      end
      if cost > 0 then
        redis.call('HINCRBY', KEYS[1], now, cost)
        redis.call('EXPIRE', KEYS[1], ${RATE_EXPIRES_S})
        if KEYS[2] then used = redis.call('INCRBY', KEYS[2], cost) end
        if oldest == nil then reset = ${BUCKETS} end
      end
      return { ${VERDICT.taken}, rate - sum - cost, reset, used }`);
    this.giveBack = new RedisScript(`${now}${READ_BUCKETS}
      if newest ~= nil then redis.call('HINCRBY', KEYS[1], newest, -1) end
      if KEYS[2] and tonumber(redis.call('GET', KEYS[2]) or 0) > 0 then redis.call('DECR', KEYS[2]) end
      return 1`);
    this.merge = new RedisScript(`${now}
      for i = 1, #ARGV, 2 do redis.call('HINCRBY', KEYS[1], now - ARGV[i], ARGV[i + 1]) end
      return redis.call('EXPIRE', KEYS[1], ${RATE_EXPIRES_S})`);
  }
}

/**
 * KEYS: quota. ARGV: requests of the month as far as a process knows, seconds until the key expires.
 * Returns the larger of this and what the server counts.
 */
export const FILL_QUOTA = new RedisScript(`
  local used = tonumber(redis.call('GET', KEYS[1]) or -1)
  if used >= tonumber(ARGV[1]) then return used end
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return tonumber(ARGV[1])`);
