// What a person's browser keeps for them between two visits: plain data by name, in IndexedDB. A browser may deny it, as
// some do in private windows; then nothing is kept, and who asked is told so.

const DATABASE = 'attention-playground';
const STORE = 'kept';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as DOMException);
  });
}

async function act<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = ask(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error as DOMException);
    });
  } finally {
    database.close();
  }
}

/** Keeps plain data under a name; resolves to whether the browser has. */
export async function keep(name: string, value: unknown): Promise<boolean> {
  return act('readwrite', (store) => store.put(value, name)).then(
    () => true,
    () => false,
  );
}

/** What is kept under a name, as it was given; undefined if nothing is, or nothing may be. */
export async function kept(name: string): Promise<unknown> {
  return act('readonly', (store) => store.get(name) as IDBRequest<unknown>).catch(() => undefined);
}
