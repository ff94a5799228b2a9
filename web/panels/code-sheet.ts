import {
  type ClientCall,
  findOperation,
  formatPythonClient,
  formatTypeScriptClient,
} from '../format/client-code.ts';
import { formatCsv, formatPython, formatTypeScript } from '../format/request-code.ts';
import { ask, findOrigin, formatCurl, type Target } from '../state/service.ts';
import { showDialog } from './dialog.ts';
import { copy } from './notice.ts';
import { type Content, html, nothing } from './view.ts';

const CREDENTIALS = { none: null, key: 'CROSSTAPE_KEY', admin: 'CROSSTAPE_ADMIN_TOKEN' } as const;

type CodeTarget = Target & { readonly isStream?: boolean };

/**
 * Shows the data of a panel for programs: curl, Python, TypeScript to copy, and the answer itself as CSV. Python and
 * TypeScript call our clients; where the document of the service does not name the request, they do without.
 *
 * @param target `isStream`: events follow while it is open.
 */
export async function showCode(title: string, target: CodeTarget, answer: unknown): Promise<void> {
  const { isStream = false } = target;
  const request = {
    url: (findOrigin(target.server) || location.origin) + target.path,
    credential: CREDENTIALS[target.credential],
    isStream,
  };
  const csv = formatCsv(answer);
  const call = await findCall(target);
  showDialog(
    `${title} for programs`,
    (close) => html`<div class="code-sheet">
      <h2>${title} for programs</h2>
      ${[
        snippet('Python', call === null ? formatPython(request) : formatPythonClient(call)),
        snippet('TypeScript', call === null ? formatTypeScript(request) : formatTypeScriptClient(call)),
        snippet('curl', isStream ? formatCurl(target).replace('curl -s', 'curl -sN') : formatCurl(target)),
      ]}
      ${
        request.credential === null
          ? nothing
          : html`<p class="muted">Put your credential into the variable <code>${request.credential}</code> first.</p>`
      }
      <p>
        ${csv === null ? nothing : html`<button @click=${() => download(title, csv)}>download CSV</button>`}
        <a href="/docs/guides/api" target="_blank" rel="noopener">guide to the API</a>
        <button class="primary" @click=${close}>done</button>
      </p>
    </div>`,
  );
}

let apiDocument: Promise<unknown> | null = null;

/** Finds the request as a call of our clients; null when the document cannot be read or does not name it. */
async function findCall({
  path,
  server,
  credential,
  isStream = false,
}: CodeTarget): Promise<ClientCall | null> {
  const [main, bot] = [findOrigin('main'), findOrigin('bot')].map((one) =>
    one === '' ? location.origin : one,
  );
  if (main === null || main === undefined) return null;
  apiDocument ??= ask('/api/openapi.json');
  try {
    const operation = findOperation((await apiDocument) as Parameters<typeof findOperation>[0], path);
    if (operation === null) return null;
    const origins = { main, bot: server === 'bot' ? (bot ?? null) : null };
    return { operation, origins, credential: CREDENTIALS[credential], isStream };
  } catch {
    // Without the document there is no code to show; the next opening asks again.
    apiDocument = null;
    return null;
  }
}

function snippet(name: string, text: string): Content {
  return html`<section>
    <header><h3>${name}</h3><button @click=${() => void copy(text, name)}>copy ${name}</button></header>
    <pre tabindex="0"><code>${text}</code></pre>
  </section>`;
}

function download(title: string, csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
