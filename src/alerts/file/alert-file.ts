import { readFileSync } from 'node:fs';
import { isStandardSecret } from '../../billing/webhooks/providers/hmac/standard-signature.ts';
import { findAssetRef, isPerpKind, toMessage, type VenueId } from '../../domain/index.ts';
import { isFileError } from '../../storage/file-error.ts';
import { Validator } from '../../validator.ts';
import {
  type AlertConfig,
  type Condition,
  type Endpoint,
  NO_ALERTS,
  type Rule,
  type RuleType,
} from '../rule.ts';
import {
  CONDITIONS,
  DEFAULT_COOLDOWN_MS,
  EndpointSchema,
  FileSchema,
  RuleSchema,
} from './condition-schema.ts';
import { findUrlProblem } from './endpoint-url.ts';
import { findSyntaxLine, type JsonLines, readJsonLines } from './json-lines.ts';

/** File of the operator's rules and endpoints in the data directory. */
export const ALERTS_FILE = 'alerts.json';

/** Facts that decide whether rules and endpoints are valid. */
export interface FileLimits {
  /** Polling interval of a venue in ms. */
  readonly intervalMs: (venue: VenueId) => number;
  /** Whether endpoints may be private addresses. */
  readonly allowsPrivate: boolean;
}

/** Error: the file is wrong. The message names it, a line and the reason, and repeats neither URLs nor secrets. */
export class AlertFileError extends Error {
  override readonly name = 'AlertFileError';

  constructor(line: number | null, reason: string, options?: ErrorOptions) {
    super(`${ALERTS_FILE}${line === null ? '' : ` line ${line}`}: ${reason}`, options);
  }
}

/** Reads the file. An absent one has no rules. @throws {AlertFileError} */
export function readAlertFile(file: string, limits: FileLimits): AlertConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT', 'ENOTDIR')) return NO_ALERTS;
    throw new AlertFileError(null, `cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
  return parseAlertFile(text, limits);
}

/** Minimum time without data as a number of polling intervals. */
const MIN_INTERVALS = 3;

const fileValidator = new Validator(FileSchema);
const endpointValidator = new Validator(EndpointSchema);
const ruleValidator = new Validator(RuleSchema);
const conditionValidators = new Map<RuleType, Validator>(
  Object.entries(CONDITIONS).map(([type, schema]) => [type as RuleType, new Validator(schema)]),
);

/** Parses the file. One wrong entry rejects it whole, because a part of it would mislead. @throws {AlertFileError} */
export function parseAlertFile(json: string, limits: FileLimits): AlertConfig {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch (error) {
    // The parser's own message quotes the text, which contains secrets.
    throw new AlertFileError(findSyntaxLine(json, toMessage(error)), 'is not JSON');
  }
  const lines = readJsonLines(json);
  if (lines.repeated !== null) {
    throw new AlertFileError(lines.find(lines.repeated), `the member ${lines.repeated} is given twice`);
  }
  const check = new FileCheck(lines, limits);
  const file = check.require(fileValidator, content, '');
  const endpoints = file.endpoints.map((one, i) => check.readEndpoint(one, `/endpoints/${i}`));
  check.requireDistinct(endpoints, '/endpoints');
  const rules = file.rules.map((one, i) => check.readRule(one, `/rules/${i}`, endpoints));
  check.requireDistinct(rules, '/rules');
  return { endpoints, rules };
}

class FileCheck {
  readonly #lines: JsonLines;
  readonly #limits: FileLimits;

  constructor(lines: JsonLines, limits: FileLimits) {
    this.#lines = lines;
    this.#limits = limits;
  }

  require<Schema>(
    validator: { accepts(value: unknown): value is Schema } & Pick<Validator, 'listErrors'>,
    value: unknown,
    at: string,
  ): Schema {
    if (validator.accepts(value)) return value;
    const [first] = validator.listErrors(value);
    throw this.#error(`${at}${first?.instancePath ?? ''}`, describeProblem(first));
  }

  requireDistinct(entries: readonly { readonly id: string }[], at: string): void {
    const ids = new Set<string>();
    for (const [i, { id }] of entries.entries()) {
      if (ids.has(id)) throw this.#error(`${at}/${i}/id`, `another entry has the id ${id}`);
      ids.add(id);
    }
  }

  readEndpoint(value: unknown, at: string): Endpoint {
    const {
      id,
      url: text,
      format = 'standard',
      secrets = [],
      chatId = null,
    } = this.require(endpointValidator, value, at);
    if (!URL.canParse(text)) throw this.#error(`${at}/url`, 'must be a URL');
    const url = new URL(text);
    const problem = findUrlProblem(url, this.#limits.allowsPrivate);
    if (problem !== null) throw this.#error(`${at}/url`, problem);
    if (format === 'standard' && secrets.length === 0) {
      throw this.#error(at, 'needs secrets: one or two of whsec_ and base64 of 24 to 64 random bytes');
    }
    if (format !== 'standard' && secrets.length > 0)
      throw this.#error(`${at}/secrets`, `${format} has no signatures`);
    const wrong = secrets.findIndex((secret) => !isStandardSecret(secret));
    if (wrong !== -1)
      throw this.#error(`${at}/secrets/${wrong}`, 'must be whsec_ and base64 of 24 to 64 bytes');
    if ((format === 'telegram') !== (chatId !== null)) {
      throw this.#error(at, format === 'telegram' ? 'needs chatId' : `${format} has no chatId`);
    }
    return { id, url, format, secrets, chatId };
  }

  readRule(value: unknown, at: string, endpoints: readonly Endpoint[]): Rule {
    const { id, when, forMs, cooldownMs, tellResolved = false, to } = this.require(ruleValidator, value, at);
    const validator = conditionValidators.get(when.type)!;
    this.require(validator as Validator, when, `${at}/when`);
    const condition = this.#readCondition(when as Condition, `${at}/when`);
    const unknown = to.findIndex((one) => endpoints.every((endpoint) => endpoint.id !== one));
    if (unknown !== -1) throw this.#error(`${at}/to/${unknown}`, `no endpoint has the id ${to[unknown]}`);
    const isSingle = when.type === 'fill' || when.type === 'resolution';
    if (isSingle && (forMs !== undefined || cooldownMs !== undefined)) {
      throw this.#error(
        at,
        `a rule of type ${when.type} tells each time at once: leave out forMs and cooldownMs`,
      );
    }
    return {
      id,
      when: condition,
      forMs: forMs ?? 0,
      cooldownMs: cooldownMs ?? (isSingle ? 0 : DEFAULT_COOLDOWN_MS),
      tellResolved,
      to,
    };
  }

  /** Checks what depends on the asset or the venue, and gives the asset its canonical id. */
  #readCondition(when: Condition, at: string): Condition {
    if (when.type === 'gap') {
      this.#requireSpan(when.afterMs, when.venue, at);
      return when;
    }
    if (!('asset' in when) || when.asset === undefined) return when;
    const ref = findAssetRef(when.asset);
    if (ref === null) throw this.#error(`${at}/asset`, 'is not an asset id, such as hl-BTC');
    const isPerp = isPerpKind(ref.kind);
    if (when.type === 'cross') {
      this.#requireOneOf(when, ['above', 'below'], at);
      const threshold = when.above ?? when.below ?? 0;
      if (!isPerp && threshold >= 1) throw this.#error(at, 'a threshold of a probability must be below 1');
    }
    if (when.type === 'move') {
      this.#requireOneOf(when, [isPerp ? 'percent' : 'points'], at);
      if ((isPerp ? when.points : when.percent) !== undefined) {
        throw this.#error(at, isPerp ? 'a perpetual moves by percent' : 'a probability moves by points');
      }
    }
    if (when.type === 'funding') {
      if (!isPerp) throw this.#error(`${at}/asset`, 'only a perpetual has funding');
      this.#requireOneOf(when, ['above', 'below'], at);
    }
    if (when.type === 'basis' && !isPerp) throw this.#error(`${at}/asset`, 'only a perpetual has a basis');
    if (when.type === 'resolution' && isPerp)
      throw this.#error(`${at}/asset`, 'a perpetual is never resolved');
    if (when.type === 'silence') this.#requireSpan(when.afterMs, ref.venue, at);
    return { ...when, asset: ref.asset };
  }

  #requireOneOf(when: Condition, names: readonly string[], at: string): void {
    const given = names.filter((name) => name in when);
    if (given.length !== 1)
      throw this.#error(
        at,
        `needs ${names.length === 1 ? names[0] : `exactly one of ${names.join(' and ')}`}`,
      );
  }

  #requireSpan(afterMs: number, venue: VenueId, at: string): void {
    const minimum = MIN_INTERVALS * this.#limits.intervalMs(venue);
    if (afterMs < minimum) {
      throw this.#error(`${at}/afterMs`, `must be at least ${minimum}, three polling intervals of ${venue}`);
    }
  }

  #error(pointer: string, reason: string): AlertFileError {
    return new AlertFileError(
      this.#lines.find(pointer),
      `${pointer === '' ? 'the file' : pointer.slice(1)} ${reason}`,
    );
  }
}

/** Describes a problem in words, with the allowed values. */
function describeProblem(error: ReturnType<Validator['listErrors']>[number] | undefined): string {
  // The validator reports an unknown member as one whose schema nothing fits.
  if (error === undefined || error.keyword === 'boolean') return 'is not a known member';
  const { allowedValues } = error.params as { readonly allowedValues?: unknown };
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.slice(0, 40).join(', ')}` : '';
  return `${error.message}${allowed}`;
}
