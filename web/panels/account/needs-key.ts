import { apiKey } from '../../state/service.ts';
import { type Content, html } from '../view.ts';
import { showKeyForm } from './key-form.ts';
import { operatorCommand } from './operator-command.ts';

/** The note above panels that only a key opens, with the way to one; null with a key. */
export function needsKey(what: string): Content | null {
  if (apiKey.value !== null) return null;
  const issued = operatorCommand('keys issue --owner me --tier pro');
  const copyIt = async () => {
    const { copy } = await import('../notice.ts');
    await copy(issued, 'command');
  };
  return html`<div class="state locked">
    <p><strong>locked</strong> ${what} belongs to a key.
      <button @click=${showKeyForm}>give a key</button>
      It stays in the memory of this page.</p>
    <p>No key yet? On the machine of the service, in its folder:</p>
    <p class="command"><code>${issued}</code> <button @click=${() => void copyIt()}>copy</button></p>
    <p class="muted">It prints the key, once. Where the service has an admin token, name its file before:
      <code>CROSSTAPE_ADMIN_TOKEN_FILE=…</code>. On a service that is not yours, its operator issues keys.</p>
  </div>`;
}
