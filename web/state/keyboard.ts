import { settings } from './settings.ts';

/** A command of one key, listed under `?`. */
export interface KeyCommand {
  /** Value of `KeyboardEvent.key`, or two in sequence: `g m`. */
  readonly keys: string;
  readonly says: string;
  readonly run: (event: KeyboardEvent) => void;
}

const commands = new Map<string, KeyCommand[]>();
let pending = '';
/** The dialog whose code is being loaded, with what was typed for it; null: none is on its way. */
let awaited: { text: string } | null = null;

/**
 * Keeps keys from the page until a dialog is loaded, which is what they are meant for. Escape gives the dialog up.
 *
 * @returns What was loaded and the text typed meanwhile; null where the dialog was given up.
 */
export async function keepKeysFor<Loaded>(
  loading: Promise<Loaded>,
): Promise<{ readonly loaded: Loaded; readonly typed: string } | null> {
  const typed = { text: '' };
  awaited = typed;
  try {
    const loaded = await loading;
    return awaited === typed ? { loaded, typed: typed.text } : null;
  } finally {
    // Another dialog may have been asked for since.
    if (awaited === typed) awaited = null;
  }
}

/** @returns Whether the key belongs to a dialog that is not there yet. */
function keepKey(event: KeyboardEvent): boolean {
  if (awaited === null) return false;
  const { key, ctrlKey, metaKey } = event;
  event.preventDefault();
  if (key === 'Escape') awaited = null;
  else if (key === 'Backspace') awaited.text = awaited.text.slice(0, -1);
  else if (key.length === 1 && !ctrlKey && !metaKey) awaited.text += key;
  return true;
}

/** Adds commands until the returned function is called. The newest of a key wins: a page's before the terminal's. */
export function onKeys(added: readonly KeyCommand[]): () => void {
  for (const command of added) commands.set(command.keys, [command, ...(commands.get(command.keys) ?? [])]);
  return () => {
    for (const command of added) {
      const left = (commands.get(command.keys) ?? []).filter((each) => each !== command);
      if (left.length === 0) commands.delete(command.keys);
      else commands.set(command.keys, left);
    }
  };
}

/** Lists the keys that work now. */
export function keyCommands(): readonly KeyCommand[] {
  return [...commands.values()].map(([command]) => command as KeyCommand);
}

/** Runs the action of a key, for controls that do the same. */
export function runKey(keys: string): void {
  commands.get(keys)?.[0]?.run(new KeyboardEvent('keydown'));
}

/**
 * Starts the keyboard commands. Single letters sleep in inputs, below dialogs, and where the viewer turned them off.
 */
export function startKeyboard(): void {
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (isComposing || altKey || event.defaultPrevented || keepKey(event)) return;
    const isCommand = ctrlKey || metaKey;
    if (!isCommand && key.length === 1 && (isTyping(event.target) || settings.value.letters === 'off'))
      return;
    if (!isCommand && isTyping(event.target) && key !== 'Escape') return;
    // Enter presses a button or follows a link; in a dialog keys are the dialog's.
    if (key === 'Enter' && isPressed(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const name = isCommand ? `Ctrl+${key.toLowerCase()}` : key;
    const command = commands.get(pending === '' ? name : `${pending} ${name}`)?.[0];
    const opensSequence = pending === '' && [...commands.keys()].some((keys) => keys.startsWith(`${name} `));
    pending = command === undefined && opensSequence ? name : '';
    if (command === undefined) return;
    event.preventDefault();
    command.run(event);
  });
}

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary') !== null;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
