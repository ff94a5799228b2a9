import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type Log = Logger;

/** JSON lines on stderr; readable lines when stderr is a terminal. */
export function createLog(level: string): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ fd: 2, sync: true }));
  return pino(
    options,
    pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  );
}
