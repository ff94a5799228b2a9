import { createHash } from 'node:crypto';
import { ErrorReply } from '@redis/client';
import type { RedisClient } from './redis.ts';

/** A Lua script that the server runs atomically. */
export class RedisScript {
  readonly #text: string;
  readonly #sha: string;

  constructor(text: string) {
    this.#text = text;
    this.#sha = createHash('sha1').update(text).digest('hex');
  }

  /** Runs the script. @returns Its result: numbers, texts, lists, or null. */
  async run(
    client: RedisClient,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await client.evalSha(this.#sha, describe(keys, args));
    } catch (error) {
      if (!(error instanceof ErrorReply) || !error.message.startsWith('NOSCRIPT')) throw error;
      // The server caches the script until it restarts.
      return this.runWhole(client, keys, args);
    }
  }

  /** Runs the script by its text, as one command that is answered before later ones. */
  runWhole(
    client: RedisClient,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    return client.eval(this.#text, describe(keys, args));
  }
}

function describe(keys: readonly string[], args: readonly (string | number)[]) {
  return { keys: [...keys], arguments: args.map(String) };
}
