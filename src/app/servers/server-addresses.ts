import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../config/config.ts';
import type { DocumentServer } from '../../http/routing/companion.ts';
import type { ApiServer } from '../../http/routing/registration.ts';
import { closeGracefully } from '../../http/server/shutdown.ts';
import { VERSION } from '../../version.ts';

/** The two servers of the service. */
export type ServerName = 'main' | 'bot';

/**
 * Addresses of the two servers once they listen. Each server states the other's address, so that its pages can reach
 * both.
 */
export class ServerAddresses {
  readonly #config: Config['server'];
  readonly #ports: Record<ServerName, number | null> = { main: null, bot: null };

  constructor(config: Config['server']) {
    this.#config = config;
  }

  getServer(name: ServerName) {
    const publicUrl = name === 'main' ? this.#config.publicUrl : this.#config.botPublicUrl;
    return { publicUrl, port: () => this.#ports[name] };
  }

  /** Builds the server entry of an OpenAPI document: the public URL, else a host variable with the server's port. */
  documented(name: ServerName, description: string): DocumentServer {
    const { publicUrl, port } = this.getServer(name);
    if (publicUrl !== null) return { url: publicUrl.replace(/\/+$/, ''), description };
    const given = name === 'main' ? this.#config.port : this.#config.botPort;
    const variables = { host: { default: 'localhost' } };
    return { url: `http://{host}:${port() ?? given}`, description, variables };
  }

  /**
   * Registers a server that does not listen yet.
   *
   * @param lifecycle Receives the stop of the server.
   * @returns A function that starts listening, and resolves with the address as a user can type it.
   */
  adopt(name: ServerName, server: ApiServer, lifecycle: AsyncDisposableStack): () => Promise<string> {
    lifecycle.adopt(server, (running) => closeGracefully(running));
    const { host, port, botPort } = this.#config;
    return async () => {
      await server.listen({ host, port: name === 'main' ? port : botPort });
      return this.#add(name, server.server);
    };
  }

  #add(name: ServerName, server: Server): string {
    const { address, family, port } = server.address() as AddressInfo;
    this.#ports[name] = port;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }
}

/** Selects the settings that both servers share. */
export function toServerSettings({ server, accounts }: Config) {
  return {
    version: VERSION,
    trustedProxies: server.trustedProxies,
    paidGating: accounts.paidGating,
    publicUrls: server.publicUrl === null ? [] : [server.publicUrl],
    streamLimits: { perAddress: server.maxStreamsPerAddress, total: server.maxStreams },
  };
}

/** Explains the error of a port in use, with the remedy. Returns any other error unchanged. */
export function explainListenError(error: unknown): Error {
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code !== 'EADDRINUSE') return error instanceof Error ? error : new Error(String(error));
  return new Error(`${address}:${port} is in use; choose another port or stop the other process`, {
    cause: error,
  });
}
