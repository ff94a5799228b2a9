/**
 * Expression with which scripts read the clock: the server's, which all processes share. Tests use another one that
 * gives seconds and microseconds.
 */
export const SERVER_CLOCK = "redis.call('TIME')";

/** Writes the first lines of a script that needs whole seconds: `now`. */
export function writeSecondClock(clock = SERVER_CLOCK): string {
  return `local now = tonumber(${clock}[1])\n`;
}

/** Writes the first lines of a script that needs milliseconds: `now`. */
export function writeMillisecondClock(clock = SERVER_CLOCK): string {
  return `local time = ${clock}
local now = time[1] * 1000 + math.floor(time[2] / 1000)\n`;
}
