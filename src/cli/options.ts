import { type Command, InvalidArgumentError } from 'commander';
import type { ConfigOverrides } from '../config/config.ts';
import { type Role, roles } from '../config/roles.ts';
import {
  type EpochMs,
  isRecorder,
  isVenueId,
  RECORDERS,
  type Recorder,
  readTimeText,
  toMicroUsd,
  VENUES,
  type VenueId,
} from '../domain/index.ts';

/** Options of `serve` and `doctor` that replace settings. */
export interface PlaceOptions {
  readonly port?: number;
  readonly botPort?: number;
  readonly host?: string;
  readonly dataDir?: string;
}

/** Adds the options of {@link PlaceOptions} to a command. */
export function withPlaceOptions(command: Command): Command {
  return command
    .option('--port <n>', 'port of the main API', parsePort)
    .option('--bot-port <n>', 'port of the bot API', parsePort)
    .option('--host <address>', 'address to listen on')
    .option('--data-dir <directory>', 'directory of everything that is kept');
}

/** Converts the given options to overrides of settings. Other settings keep their values. */
export function toPlaceOverrides({ port, botPort, host, dataDir }: PlaceOptions): ConfigOverrides {
  return {
    server: {
      ...(port === undefined ? {} : { port }),
      ...(botPort === undefined ? {} : { botPort }),
      ...(host === undefined ? {} : { host }),
    },
    ...(dataDir === undefined ? {} : { dataDir }),
  };
}

/** Parsers of command line values. Each states the allowed values in one line. */

/** Reads a port, 0 to 65535. @throws {InvalidArgumentError} */
export function parsePort(text: string): number {
  return createIntegerParser(0, 65_535)(text);
}

/** Creates a parser of whole numbers from `min` to `max`, which throws an `InvalidArgumentError` for others. */
export function createIntegerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

/** Reads the role of a process. @throws {InvalidArgumentError} */
export function parseRole(text: string): Role {
  const role = roles.parse(text);
  if (role === undefined) throw new InvalidArgumentError(`must be ${roles.allowed}`);
  return role;
}

/** Reads a finite number above 0. @throws {InvalidArgumentError} */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('must be a number above 0');
  return value;
}

/**
 * Reads US dollars in plain digits. Hexadecimal numbers, exponents and signs are rejected, because they are typical
 * typing errors.
 */
export function parseUsd(text: string): number {
  const value = Number(text);
  if (!/^\d{1,10}(\.\d{1,6})?$/.test(text) || toMicroUsd(value) === null) {
    throw new InvalidArgumentError(
      'must be US dollars in plain digits such as 25 or 0.5, at most six decimals',
    );
  }
  return value;
}

/** Reads an amount as {@link parseUsd} does, and also accepts 0. */
export function parseUsdOrZero(text: string): number {
  return /^0(\.0{1,6})?$/.test(text) ? 0 : parseUsd(text);
}

/** Reads the id of a venue in any case. @throws {InvalidArgumentError} */
export function parseVenue(text: string): VenueId {
  const venue = text.toLowerCase();
  if (!isVenueId(venue)) throw new InvalidArgumentError(`must be one of ${VENUES.join(', ')}`);
  return venue;
}

/** Reads a venue, or `ref` for reference prices. @throws {InvalidArgumentError} */
export function parseRecorder(text: string): Recorder {
  const recorder = text.toLowerCase();
  if (!isRecorder(recorder)) throw new InvalidArgumentError(`must be one of ${RECORDERS.join(', ')}`);
  return recorder;
}

/** Reads recorders separated by commas. @returns Each once, in alphabetical order. @throws {InvalidArgumentError} */
export function parseRecorderList(text: string): Recorder[] {
  return [...new Set(listOption(text).map(parseRecorder))].sort();
}

/**
 * Reads ISO 8601 with its offset, a date alone, or epoch milliseconds, as HTTP parameters do.
 *
 * @throws {InvalidArgumentError}
 */
export function parseTime(text: string): EpochMs {
  const read = readTimeText(text);
  if ('problem' in read) throw new InvalidArgumentError(read.problem);
  return read.t;
}

/** Splits a list at commas. @throws {InvalidArgumentError} for an empty item. */
export function listOption(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.some((item) => item === ''))
    throw new InvalidArgumentError('must be a comma separated list without empty items');
  return items;
}
