import { inspect } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import { type ApiCaller, createHttpCaller, ServiceUnreachableError } from '../../mcp/api-caller.ts';
import { buildMcpServer } from '../../mcp/mcp-server.ts';
import { type OpenApiDocument, parseDocument } from '../../mcp/openapi-document.ts';
import { buildTools } from '../../mcp/tools.ts';
import { VERSION } from '../../version.ts';
import { CommandError } from '../exit-codes.ts';
import { findOwnServiceUrl, parseAddressOption } from '../service-url.ts';

/** Creates `crosstape mcp`, which answers an assistant over stdio from a running service. */
export function createMcpCommand(): Command {
  return new Command('mcp')
    .description('answer an assistant over stdio (Model Context Protocol) from a running service')
    .option(
      '--url <address>',
      'address of the running service (default: where CROSSTAPE_HOST and CROSSTAPE_PORT say)',
      parseAddressOption,
    )
    .addHelpText('after', '\nCROSSTAPE_API_KEY holds the API key, where the service asks for one.')
    .action(serveStdio);
}

/** Serves over stdio. Standard output belongs to the protocol, so everything else goes to standard error. */
async function serveStdio({ url = findOwnServiceUrl() }: { url?: string }): Promise<void> {
  const call = createHttpCaller({ baseUrl: url, apiKey: process.env.CROSSTAPE_API_KEY || null });
  const tools = buildTools(await readDocument(call, url));
  const onFault = (error: unknown) => process.stderr.write(`crosstape mcp: ${inspect(error)}\n`);
  const server = buildMcpServer({ tools, call, version: VERSION, onFault });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    // The assistant ends the session by closing the pipe.
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  process.stderr.write(`crosstape mcp: ${tools.length} tools over ${url}\n`);
  await closed;
  await server.close();
}

async function readDocument(call: ApiCaller, url: string): Promise<OpenApiDocument> {
  try {
    const { status, body } = await call({ method: 'GET', url: '/api/openapi.json', body: null });
    if (status !== 200)
      throw new CommandError(`${url}/api/openapi.json answered ${status}; is it Crosstape?`);
    return parseDocument(JSON.parse(body));
  } catch (error) {
    if (error instanceof ServiceUnreachableError) throw new CommandError(error.message);
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw new CommandError(`${url}/api/openapi.json is not the document of a Crosstape service`);
    }
    throw error;
  }
}
