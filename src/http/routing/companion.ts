import type { Json } from './json.ts';
import type { TableRow } from './route-table.ts';

/** Server entry of an OpenAPI document. */
export interface DocumentServer {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** Paths of a document before their repeated parts are moved to components. */
export type DocumentPaths = { readonly [path: string]: { readonly [method: string]: Json } };

/** OpenAPI description of a server's endpoints. */
export interface ServerDescription {
  /** Reads the whole document, including the endpoints of the companion. */
  readDocument(): Promise<object>;
  /** Reads the document's paths of this server only, with repeated parts in full. */
  readPaths(): Promise<DocumentPaths>;
}

/** Another server of the service, whose endpoints this server's catalogue and document include. */
export interface Companion {
  /** Name of the server in the client and in the catalogue. */
  readonly name: 'bot';
  readonly rows: () => readonly TableRow[];
  readonly readPaths: () => Promise<DocumentPaths>;
  /** Returns the address of the other server. Valid only once that server listens. */
  readonly server: () => DocumentServer;
}

/**
 * Builds the document paths of the companion. Each states the server that has it, so that no reader calls the wrong
 * one.
 */
export async function buildPaths({ name, readPaths: paths, server }: Companion): Promise<DocumentPaths> {
  const servers = [server() as unknown as Json];
  return Object.fromEntries(
    Object.entries(await paths()).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          { ...(operation as Record<string, Json>), servers, 'x-server': name },
        ]),
      ),
    ]),
  );
}
