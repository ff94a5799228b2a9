import { type Static, type TSchema, Type } from 'typebox';
import { WireSchema } from '../../../upstream/client.ts';
import type { NodeClient } from './node-client.ts';

/** Error: a node answered that it refuses the call or cannot serve it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(method: string, where: string, code: number, message: string) {
    super(`${where}: ${method} was refused with ${code}: ${message.slice(0, 200)}`);
    this.code = code;
  }
}

/** A JSON-RPC method with the schema of its result, compiled once. */
export class RpcMethod<Result extends TSchema> {
  readonly name: string;
  readonly #answer: ReturnType<typeof answerSchema<Result>>;

  constructor(name: string, result: Result) {
    this.name = name;
    this.#answer = answerSchema(name, result);
  }

  /**
   * Calls the method.
   *
   * @throws {RpcError} when the node refuses the call.
   * @throws {UpstreamError} when there is no readable answer.
   */
  async call(node: NodeClient, params: readonly unknown[], signal: AbortSignal): Promise<Static<Result>> {
    const request = {
      url: node.url,
      method: 'POST',
      // Each HTTP response carries one answer, so every request may have the same id.
      body: { jsonrpc: '2.0', id: 1, method: this.name, params },
      headers: node.headers,
      weight: 1,
      priority: 'poll',
      signal,
    } as const;
    const answer = (await node.http.read(request, this.#answer)) as {
      readonly error?: { readonly code: number; readonly message: string } | null;
      readonly result?: Static<Result>;
    };
    if (answer.error !== undefined && answer.error !== null) {
      throw new RpcError(this.name, node.shownUrl, answer.error.code, answer.error.message);
    }
    if (answer.result === undefined)
      throw new RpcError(this.name, node.shownUrl, 0, 'neither result nor error');
    return answer.result;
  }
}

function answerSchema<Result extends TSchema>(name: string, result: Result) {
  return new WireSchema(
    name,
    Type.Object({
      result: Type.Optional(result),
      error: Type.Optional(
        Type.Union([Type.Null(), Type.Object({ code: Type.Number(), message: Type.String() })]),
      ),
    }),
  );
}
