import { html, nothing, render } from 'lit-html';

const SHOWN_MS = 6_000;
const SHOWN_WITH_TEXT_MS = 30_000;

let line: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * One sentence for the viewer, such as the name of a copied value; read out by screen readers, gone after some
 * seconds.
 *
 * @param undo Takes back what it tells of.
 */
export function say(text: string, detail: string | null = null, undo?: () => void): void {
  const shown = line ?? document.createElement('div');
  if (line === null) {
    line = shown;
    shown.className = 'notice';
    shown.setAttribute('role', 'status');
    document.body.append(shown);
  }
  clearTimeout(timer);
  // A region that is new on the page is read out only when its text comes after it.
  requestAnimationFrame(() => {
    shown.hidden = false;
    const takeBack = () => {
      shown.hidden = true;
      undo?.();
    };
    render(
      html`${text}${detail === null ? nothing : html`<code>${detail}</code>`}${undo === undefined ? nothing : html` <button @click=${takeBack}>undo</button>`}`,
      shown,
    );
  });
  timer = setTimeout(
    () => {
      shown.hidden = true;
    },
    detail === null ? SHOWN_MS : SHOWN_WITH_TEXT_MS,
  );
}

/** Copies a text. Where the browser allows no copying (a page that is not HTTPS), it is shown to be copied by hand. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`copied: ${what}`);
  } catch {
    // A browser that allows no copying refuses in its own words.
    say(`copy this ${what}:`, text);
  }
}
