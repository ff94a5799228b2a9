import { showDialog } from '../dialog.ts';
import { type Content, html } from '../view.ts';

export interface Ordered {
  readonly id: string;
  readonly name: string;
}

/**
 * Lets the viewer order things, by buttons, so that fingers and keys reach it alike.
 *
 * @param items The things in their order; read again after each move.
 */
export function showOrderForm(
  title: string,
  items: () => readonly Ordered[],
  move: (id: string, to: number) => void,
): void {
  showDialog(title, (close) => {
    const shown = items();
    const press = (event: Event, id: string, to: number) => {
      const { closest, by } = findPlace(event);
      if (to < 0 || to >= shown.length) return;
      move(id, to);
      // The thing has gone to another line: the next press is meant for it.
      closest.children[to]?.querySelector<HTMLElement>(`[data-by="${by}"]`)?.focus();
    };
    return html`<h2>${title}</h2>
      <ol class="order">${shown.map(({ id, name }, index) => line(name, index, shown.length, (event, to) => press(event, id, to)))}</ol>
      <p><button class="primary" @click=${close}>done</button></p>`;
  });
}

function findPlace({ currentTarget }: Event): { readonly closest: Element; readonly by: string } {
  const button = currentTarget as HTMLElement;
  return { closest: button.closest('ol')!, by: button.dataset.by ?? '' };
}

function line(
  name: string,
  index: number,
  count: number,
  press: (event: Event, to: number) => void,
): Content {
  const button = (by: string, sign: string, to: number) =>
    html`<button data-by=${by} aria-label="move ${name} ${by}" aria-disabled=${to < 0 || to >= count || to === index}
      @click=${(event: Event) => press(event, to)}>${sign}</button>`;
  return html`<li><span dir="auto">${name}</span>${button('to the top', '⤒', 0)}${button('up', '▲', index - 1)}${button('down', '▼', index + 1)}</li>`;
}
