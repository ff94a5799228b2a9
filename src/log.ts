import { createRequire } from 'node:module';
import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Creates the log: JSON lines on stderr, or readable lines when stderr is a terminal. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ fd: 2, sync: true }));
  // Loaded only for a terminal, because the module delays the start.
  const pretty = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return pino(
    options,
    pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  );
}
