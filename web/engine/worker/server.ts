import { engineError, isEngineError, type EngineError } from '../errors.js';
import { ChosenToken } from '../models/generation.js';
import { load } from '../module/load.js';
import { RecordedTrace } from '../traces/recorded-trace.js';
import { Resident } from '../calls/resident.js';
import { ModelTrainer } from '../training/trainer.js';
import { TransformerModel } from '../models/transformer.js';
import type { LoadOptions, LoadProgress, TrainingError } from '../types/index.js';
import {
  buffersIn,
  engineId,
  members,
  putBack,
  takeOut,
  unsendable,
  type Call,
  type Kind,
  type Message,
  type NewHandle,
  type Path,
  type Reply,
  type Start,
} from './protocol.js';

type Post = (message: Message, transfer: ArrayBuffer[]) => void;

function kindOf(value: object): Kind | undefined {
  if (value instanceof Resident) return 'tensor';
  if (value instanceof RecordedTrace) return 'trace';
  if (value instanceof TransformerModel) return 'model';
  if (value instanceof ModelTrainer) return 'trainer';
  if (value instanceof ChosenToken) return 'token';
  return Symbol.asyncIterator in value ? 'sequence' : undefined;
}

/** Answers calls with an engine on this thread, and keeps the handles that they return. */
export class Server {
  readonly #post: Post;
  #options: LoadOptions = {};
  readonly #objects = new Map<number, object>();
  readonly #ids = new Map<object, number>();
  /** Handed-out traces of tokens: a sequence frees them unless they are retained. */
  readonly #tokenTraces = new Set<number>();
  #last = engineId;
  #closed = false;

  constructor(post: Post) {
    this.#post = post;
  }

  async receive(message: Start | Call): Promise<void> {
    if ('load' in message) {
      this.#options = message.load;
      return;
    }
    try {
      const reply = this.#replyWith(await this.#run(message));
      this.#post({ reply }, buffersOf(reply));
    } catch (error) {
      this.#post({ reply: { error: recordOf(error), ...this.#freed() } }, []);
    }
  }

  /** A call came that cannot be read, such as one that is nested too deeply for the stack of this thread. */
  refuse(): void {
    const [actual, expected] = unsendable;
    const error = engineError({ code: 'type', argument: 'arguments', actual, expected });
    this.#post({ reply: { error: recordOf(error) } }, []);
  }

  /** Frees all that it holds: an engine on the page outlives its server. */
  close(): void {
    this.#closed = true;
    for (const id of this.#objects.keys()) void this.#release(id);
  }

  async #run({ target, member, args, handles }: Call): Promise<unknown> {
    const onProgress = (progress: LoadProgress) => this.#post({ progress }, []);
    const engine = await load({ ...this.#options, onProgress });
    if (this.#closed || member === 'load') return undefined;
    if (member === 'release') return this.#release(target);
    for (const [path, id] of handles) putBack(args, path, this.#objects.get(id));
    const object = target === engineId ? engine : this.#objects.get(target);
    const value = (object as Record<string, unknown> | undefined)?.[member];
    const result: unknown = await (typeof value === 'function' ? value.apply(object, args) : value);
    if (object instanceof ChosenToken && result instanceof RecordedTrace) {
      this.#tokenTraces.add(this.#idOf(result));
    }
    return result;
  }

  #replyWith(result: unknown): Reply {
    const handles: [Path, NewHandle][] = [];
    const value = takeOut(result, (value) => this.#handleOf(value), handles, [0]);
    return { result: [value], handles, ...this.#freed() };
  }

  #handleOf(value: object): NewHandle | undefined {
    const kind = kindOf(value);
    if (!kind) return undefined;
    const plain = Object.entries(members[kind])
      .filter(([, way]) => way === 'plain')
      .map(([name]) => [name, value[name as keyof typeof value] as unknown]);
    return { id: this.#idOf(value), kind, plain: Object.fromEntries(plain) };
  }

  #idOf(object: object): number {
    const known = this.#ids.get(object);
    if (known !== undefined) return known;
    const id = ++this.#last;
    this.#ids.set(object, id);
    this.#objects.set(id, object);
    return id;
  }

  /** Forgets a handle that nobody holds any more, and frees what it holds. */
  async #release(id: number): Promise<void> {
    const object = this.#objects.get(id);
    if (!object) return;
    this.#objects.delete(id);
    this.#ids.delete(object);
    // Its token may still be asked for it.
    if (this.#tokenTraces.delete(id) && !this.#closed) return;
    if ('dispose' in object) (object as Resident).dispose();
    if ('return' in object) await (object as AsyncIterableIterator<unknown>).return?.();
  }

  #freed(): Pick<Reply, 'disposed'> {
    const freed = [...this.#tokenTraces].filter(
      (id) => (this.#objects.get(id) as RecordedTrace).disposed,
    );
    for (const id of freed) this.#tokenTraces.delete(id);
    return freed.length > 0 ? { disposed: freed } : {};
  }
}

/** Results are copies, so their buffers can be moved. */
function buffersOf({ result, handles = [] }: Reply): ArrayBuffer[] {
  return [result?.[0], ...handles.map(([, { plain }]) => plain)].flatMap((each) => buffersIn(each));
}

function recordOf(error: unknown): NonNullable<Reply['error']> {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (!isEngineError(error)) return { name, message };
  const { code, argument, actual, expected, report } = error as Partial<TrainingError> &
    EngineError;
  const record = { code, argument, actual, expected, ...(report && { report }) };
  return { name, message, record };
}
