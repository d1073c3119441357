import { engineError } from '../engine/errors.js';

/** How often an import has failed. */
let failures = 0;

/**
 * Imports a script that is needed only later, also after that has failed; `take` takes from the module what it is
 * imported for. Rejects with an error of code `script`, whose argument is `name`.
 *
 * Firefox remembers a failed import by its address, and names this address in its error; so the next attempt asks for the
 * same file by another address. Chromium and WebKit remember no failure.
 */
export async function importAgain<Module, Value>(
  name: string,
  attempt: () => Promise<Module>,
  take: (module: Module) => Value | undefined,
): Promise<Value> {
  try {
    return needed(take(await attempt()));
  } catch (cause) {
    const address = /\bhttps?:[^\s)]+/.exec(String(cause))?.[0];
    const again = failures++;
    try {
      if (!address || again === 0) throw cause;
      const url = new URL(address);
      url.searchParams.set('retry', String(again));
      const module = (await import(
        /* @vite-ignore */ /* webpackIgnore: true */ url.href
      )) as Module;
      return needed(take(module));
    } catch (error) {
      const record = { actual: address ?? String(error), expected: 'a script' };
      throw engineError({ code: 'script', argument: name, ...record }, error);
    }
  }
}

function needed<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('another script');
  return value;
}
