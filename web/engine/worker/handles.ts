import { members, type Kind, type NewHandle } from './protocol.js';
import type { CallOptions } from './types.js';

/** What makes the calls of a handle. */
export interface Caller {
  call(target: number, member: string, args: unknown[]): Promise<unknown>;
  stream(target: number, member: string, args: unknown[]): AsyncIterableIterator<unknown>;
}

/** Where a handle lives: its number in one session. */
interface RemoteAddress {
  session: Caller;
  id: number;
}

/** A handle on an object of the engine in a worker. Its other members are made from the list in the protocol. */
export class RemoteHandle {
  readonly #place: RemoteAddress;
  #disposed = false;

  constructor(session: Caller, id: number) {
    this.#place = { session, id };
  }

  static placeOf(value: object): RemoteAddress | undefined {
    return #place in value ? value.#place : undefined;
  }

  get disposed(): boolean {
    return this.#disposed;
  }

  /** Its memory in the worker has been freed already. */
  static end(handle: RemoteHandle): void {
    handle.#disposed = true;
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    const { session, id } = this.#place;
    // Its memory is free too if the worker has ended.
    await session.call(id, 'dispose', []).catch(() => undefined);
  }

  [Symbol.dispose](): void {
    void this.dispose();
  }
}

/** A sequence of the worker: `next` and `return` each make one call. */
export interface RemoteIterator extends RemoteHandle {
  next(options: CallOptions): Promise<IteratorResult<unknown>>;
  return(): Promise<unknown>;
}

const classes = new Map<Kind, typeof RemoteHandle>();

function classOf(kind: Kind): typeof RemoteHandle {
  const known = classes.get(kind);
  if (known) return known;
  const made = class extends RemoteHandle {};
  for (const [member, way] of Object.entries(members[kind])) {
    if (way === 'plain') continue;
    Object.defineProperty(made.prototype, member, memberOf(member, way));
  }
  classes.set(kind, made);
  return made;
}

function memberOf(member: string, way: 'call' | 'read' | 'stream'): PropertyDescriptor {
  const placeOf = (handle: RemoteHandle) => RemoteHandle.placeOf(handle) as RemoteAddress;
  if (way === 'read') {
    return {
      get(this: RemoteHandle) {
        const { session, id } = placeOf(this);
        return session.call(id, member, []);
      },
    };
  }
  return {
    value(this: RemoteHandle, ...args: unknown[]) {
      const { session, id } = placeOf(this);
      return session[way](id, member, args);
    },
  };
}

export function makeHandle(session: Caller, { id, kind, plain }: NewHandle): RemoteHandle {
  return Object.assign(new (classOf(kind))(session, id), plain);
}
