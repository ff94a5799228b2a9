import type { Json } from './json.ts';
import type { TableRow } from './route-table.ts';

/** Server entry of an OpenAPI document. */
export interface DocumentServer {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** Paths of a document before their repeated parts were named. */
export type DocumentPaths = { readonly [path: string]: { readonly [method: string]: Json } };

/** Description of a server's endpoints in the form of OpenAPI. */
export interface Description {
  /** The whole document, with those of the companion. */
  readDocument(): Promise<object>;
  /** Reads the document's paths of this server alone, in full: repeated parts have no names yet. */
  readPaths(): Promise<DocumentPaths>;
}

/** Another server of the service, whose endpoints catalogue and document of this one name too. */
export interface Companion {
  /** Name of the server in the client and in the catalogue. */
  readonly name: 'bot';
  readonly rows: () => readonly TableRow[];
  readonly readPaths: () => Promise<DocumentPaths>;
  /** Address of the other server; meaningful only once that server listens. */
  readonly server: () => DocumentServer;
}

/** Paths of the document, each with the server that answers it: no reader asks the wrong one. */
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
