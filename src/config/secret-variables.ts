import { readFileSync } from 'node:fs';

/** Reads secrets from the variables of an environment, or from the files that they name, and collects the errors. */
export class SecretVariables {
  readonly problems: string[] = [];
  /** Messages about secrets that are valid but can be guessed. */
  readonly weak: string[] = [];
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  read(name: string): string | null {
    const file = this.#env[`${name}_FILE`];
    // White space around a secret comes from copying it; a value of only white space counts as not set.
    if (!file) return this.#env[name]?.trim() || null;
    if (this.#env[name]) this.problems.push(`${name} and ${name}_FILE: set one of them`);
    try {
      return readFileSync(file, 'utf8').trim() || null;
    } catch (error) {
      this.problems.push(`${name}_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`);
      return null;
    }
  }

  /** Reads a secret that must fit a condition. @param allowed Description of the values that fit, for the message. */
  readWhere(name: string, fits: (value: string) => boolean, allowed: string): string | null {
    const value = this.read(name);
    if (value !== null && !fits(value)) this.problems.push(`${name}: must ${allowed}`);
    return value;
  }

  /**
   * Reads a secret that callers may try to guess. A secret that is too short prevents the start in production, and is a
   * warning elsewhere.
   *
   * @param prefix Known prefix of the secret, which does not count towards its length.
   */
  readStrong(name: string, minLength: number, prefix = ''): string | null {
    const value = this.read(name);
    if (value === null) return null;
    const counted = value.startsWith(prefix) ? value.slice(prefix.length) : value;
    if (counted.length >= minLength) return value;
    const beside = prefix === '' ? '' : ` beside ${prefix}`;
    if (this.#env.NODE_ENV === 'production') {
      this.problems.push(`${name}: must have at least ${minLength} characters${beside} in production`);
    } else {
      this.weak.push(
        `${name}: has fewer than ${minLength} characters${beside}: it can be guessed, and production refuses it`,
      );
    }
    return value;
  }

  readLong(name: string, minLength: number): string | null {
    return this.readWhere(
      name,
      (value) => value.length >= minLength,
      `have at least ${minLength} characters`,
    );
  }
}
