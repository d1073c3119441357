import { engineError } from '../engine/errors.js';

/** How often the import of an address has failed. */
const failures = new Map<string, number>();

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
    if (!address) throw scriptError(name, cause);
    const before = failures.get(address) ?? 0;
    failures.set(address, before + 1);
    if (before === 0) throw scriptError(name, cause, address);
    const url = new URL(address);
    url.searchParams.set('retry', String(before));
    try {
      const module = (await import(
        /* @vite-ignore */ /* webpackIgnore: true */ url.href
      )) as Module;
      return needed(take(module));
    } catch (again) {
      throw scriptError(name, again, address);
    }
  }
}

function needed<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('another script');
  return value;
}

function scriptError(name: string, cause: unknown, address = String(cause)): Error {
  const record = { actual: address, expected: 'a script' };
  return engineError({ code: 'script', argument: name, ...record }, cause);
}
