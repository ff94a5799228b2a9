/*
 * Additions to a guide's text: the addresses of this service in its examples, and a button that copies each example.
 * Without scripts a guide is shown as it is written.
 */

/** Origins of the two servers; null when unknown. */
export interface Origins {
  readonly main: string | null;
  readonly bot: string | null;
}

/** The addresses that the guides are written with. */
const WRITTEN = /(https?:\/\/)?(?:127\.0\.0\.1|localhost):(8080|8081)(?!\d)/g;

/** Replaces the addresses of a guide by those of this service: with a scheme where the text had one, or needs one. */
export function addressTo(text: string, { main, bot }: Origins): string {
  return text.replaceAll(WRITTEN, (written, scheme: string | undefined, port: string) => {
    const origin = port === '8080' ? main : bot;
    if (origin === null) return written;
    return scheme === undefined ? origin.replace(/^http:\/\//, '') : origin;
  });
}

const COPIED_MS = 2_000;

/** Changes the guide that is open. */
export function startGuide(origins: Origins): void {
  for (const code of document.querySelectorAll('main code')) {
    for (const node of code.childNodes) {
      if (node instanceof Text) node.data = addressTo(node.data, origins);
    }
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href^="http://127.0.0.1:"]')) {
    link.href = addressTo(link.href, origins);
    link.textContent = addressTo(link.textContent ?? '', origins);
  }
  for (const block of document.querySelectorAll('main pre')) {
    block.classList.add('copied');
    block.before(copyButton(block));
  }
  // On a phone the text comes first: contents open at a tap.
  const contents = document.querySelector<HTMLDetailsElement>('.contents details');
  if (contents !== null && matchMedia('(max-width: 760px)').matches) contents.open = false;
  makeReachable();
  addEventListener('resize', makeReachable);
}

/** Lets content that is wider than its place take the focus, so that keys scroll it sideways. */
function makeReachable(): void {
  for (const wide of document.querySelectorAll<HTMLElement>('main :is(pre, .wide)')) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute('tabindex');
  }
}

function copyButton(block: Element): HTMLElement {
  const button = document.createElement('button');
  button.className = 'copy';
  button.type = 'button';
  button.textContent = 'copy';
  button.addEventListener('click', () => {
    void copy(block).then((said) => {
      button.textContent = said;
      setTimeout(() => {
        button.textContent = 'copy';
      }, COPIED_MS);
    });
  });
  const line = document.createElement('div');
  line.className = 'copy-line';
  line.append(button);
  return line;
}

/** Copies a block's text. A browser that forbids it (on a page without HTTPS) gets the text selected, to copy by hand. */
async function copy(block: Element): Promise<string> {
  try {
    await navigator.clipboard.writeText(block.textContent ?? '');
    return 'copied';
  } catch {
    // A browser that allows no copying refuses in its own words.
    getSelection()?.selectAllChildren(block);
    return 'marked: press Ctrl C';
  }
}
