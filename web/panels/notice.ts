import { signal } from '@preact/signals-core';

/** One sentence for the viewer, such as what was copied; read out by screen readers, gone after some seconds. */
export const notice = signal<{ readonly text: string; readonly detail: string | null } | null>(null);

const SHOWN_MS = 6_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, detail: string | null = null): void {
  notice.value = { text, detail };
  clearTimeout(timer);
  timer = setTimeout(
    () => {
      notice.value = null;
    },
    detail === null ? SHOWN_MS : 5 * SHOWN_MS,
  );
}

/** Copies a text. Where the browser allows no copying (a page that is not HTTPS), it is shown to be copied by hand. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`copied: ${what}`);
  } catch {
    say(`copy this ${what}:`, text);
  }
}
