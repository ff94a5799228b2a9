import type { SuiteContext, TestContext } from 'node:test';

type Hook = (context: TestContext | SuiteContext, done: (result?: unknown) => void) => unknown;
type AddHook = (this: unknown, hook: Hook, options?: object) => void;

/**
 * Lets hooks go that have run. Node's runner keeps every hook of every test until the process ends, and with it the
 * servers, clients and stores that the test closed by it. A hook that has run is let go from here on.
 *
 * @param context Of any test: all of them are of one class.
 */
export function letHooksGo(context: TestContext | SuiteContext): void {
  const { prototype } = context.constructor as unknown as { prototype: { after: AddHook } };
  const add = prototype.after;
  prototype.after = function after(hook, options) {
    add.call(this, once(hook), options);
  };
}

/**
 * Wraps a function that runs once, without a reference to it afterwards. The runner asks a hook for its count of
 * arguments.
 */
function once(hook: Hook): Hook {
  let held: Hook | null = hook;
  const take = () => {
    const taken = held;
    held = null;
    return taken;
  };
  if (hook.length > 1) return (context, done) => take()?.(context, done);
  return (context) => (take() as ((context: unknown) => unknown) | null)?.(context);
}
