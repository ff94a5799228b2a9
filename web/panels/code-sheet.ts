import { formatCsv, formatPython, formatTypeScript } from '../format/request-code.ts';
import { findOrigin, formatCurl, type Target } from '../state/service.ts';
import { showDialog } from './dialog.ts';
import { copy } from './notice.ts';
import { type Content, html, nothing } from './view.ts';

const CREDENTIALS = { none: null, key: 'CROSSTAPE_KEY', admin: 'CROSSTAPE_ADMIN_TOKEN' } as const;

/**
 * The data of a panel for programs: curl, Python, TypeScript to copy, and the answer itself as CSV.
 *
 * @param target `isStream`: events follow while it is open.
 */
export function showCode(
  title: string,
  target: Target & { readonly isStream?: boolean },
  answer: unknown,
): void {
  const { isStream = false } = target;
  const request = {
    url: (findOrigin(target.server) || location.origin) + target.path,
    credential: CREDENTIALS[target.credential],
    isStream,
  };
  const csv = formatCsv(answer);
  showDialog(
    `${title} for programs`,
    (close) => html`<div class="code-sheet">
      <h2>${title} for programs</h2>
      ${[
        snippet('Python', formatPython(request)),
        snippet('TypeScript', formatTypeScript(request)),
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
