// The storage of the device: an IndexedDB database with the journal and the settings. The module calls these functions
// (crates/browser/src/boundary.rs). Every promise is fulfilled after its transaction is on the disk.

(() => {
  const NAME = 'kosti';
  /** Raised when the layout changes; `upgrade` leads there from every older one. */
  const LAYOUT = 1;

  /** @param {IDBDatabase} database @param {number} from The layout that it has. */
  function upgrade(database, from) {
    if (from < 1) {
      const records = database.createObjectStore('records', { keyPath: 'place', autoIncrement: true });
      records.createIndex('table', ['table', 'number'], { unique: true });
      database.createObjectStore('settings');
    }
  }

  /** @type {Promise<IDBDatabase> | undefined} */
  let opened;

  /** @returns {Promise<IDBDatabase>} */
  function open() {
    opened ??= new Promise((resolve, reject) => {
      const opening = indexedDB.open(NAME, LAYOUT);
      opening.onupgradeneeded = (event) => upgrade(opening.result, event.oldVersion);
      opening.onsuccess = () => {
        const database = opening.result;
        const forget = () => { opened = undefined; };
        // Another version of the program wants to change the layout.
        database.onversionchange = () => { database.close(); forget(); };
        database.onclose = forget;
        resolve(database);
      };
      opening.onerror = () => { opened = undefined; reject(opening.error); };
      opening.onblocked = () => { opened = undefined; reject(new Error('another page holds the tables')); };
    });
    return opened;
  }

  /**
   * Runs requests in one transaction. Its result counts when the transaction is complete.
   * @template T
   * @param {'records' | 'settings'} name
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore, done: (result: T) => void, refuse: (why: Error) => void) => void} work
   * @returns {Promise<T>}
   */
  async function transact(name, mode, work) {
    const database = await open();
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode, { durability: 'strict' });
      /** @type {T | undefined} */
      let result;
      /** @type {Error | undefined} */
      let refused;
      transaction.oncomplete = () => resolve(/** @type {T} */ (result));
      transaction.onabort = () => reject(refused ?? transaction.error ?? new Error('the storage gave up'));
      const refuse = (/** @type {Error} */ why) => { refused = why; transaction.abort(); };
      work(transaction.objectStore(name), (value) => { result = value; }, refuse);
    });
  }

  /** The records of a table after so many. @param {string} table @param {number} after */
  const recordsOf = (table, after) => IDBKeyRange.bound([table, after + 1], [table, Infinity]);

  const store = {
    /**
     * Adds a record after the last one of its table, and tells its place in the log; refuses if it does not follow.
     * @param {string} table
     * @param {number} number
     * @param {string} command
     * @param {string} body
     * @param {number} checksum
     */
    append: (table, number, command, body, checksum) => transact('records', 'readwrite', (records, done, refuse) => {
      const index = records.index('table');
      const last = index.openKeyCursor(recordsOf(table, 0), 'prev');
      last.onsuccess = () => {
        const count = last.result ? Number(/** @type {IDBValidKey[]} */ (last.result.key)[1]) : 0;
        if (count + 1 === number) {
          const added = records.add({ table, number, command, body, checksum });
          added.onsuccess = () => done(Number(added.result));
          return;
        }
        const other = index.get([table, number]);
        other.onsuccess = () => refuse(Object.assign(new Error('taken'), { name: 'Taken', records: count, command: other.result?.command }));
      };
    }),

    /** @param {string} table @param {number} after */
    read: (table, after) => transact('records', 'readonly', (records, done) => {
      const found = records.index('table').getAll(recordsOf(table, after));
      found.onsuccess = () => done(found.result);
    }),

    /** @param {number} after @param {number} most */
    log: (after, most) => transact('records', 'readonly', (records, done) => {
      const found = records.getAll(IDBKeyRange.lowerBound(after, true), most);
      found.onsuccess = () => done(found.result);
    }),

    /** The place of the last record. */
    end: () => transact('records', 'readonly', (records, done) => {
      const last = records.openKeyCursor(null, 'prev');
      last.onsuccess = () => done(last.result ? Number(last.result.key) : 0);
    }),

    /** Removes all records of tables but the last of each. @param {string[]} tables */
    erase: (tables) => transact('records', 'readwrite', (records, done) => {
      for (const table of tables) {
        const keys = records.index('table').getAllKeys(recordsOf(table, 0));
        keys.onsuccess = () => { for (const place of keys.result.slice(0, -1)) records.delete(place); };
      }
      done(undefined);
    }),

    /** Names and values of all settings. */
    load: () => transact('settings', 'readonly', (settings, done) => {
      /** @type {[IDBValidKey, string][]} */
      const all = [];
      const cursor = settings.openCursor();
      cursor.onsuccess = () => {
        if (!cursor.result) return done(all);
        all.push([cursor.result.key, cursor.result.value]);
        cursor.result.continue();
      };
    }),

    /** Bytes in use and allowed, and whether the browser has promised to keep them. */
    usage: async () => {
      const { usage, quota } = await navigator.storage.estimate();
      return { used: usage, most: quota, kept: await navigator.storage.persisted() };
    },

    /** @param {[string, string | null][]} values */
    save: (values) => transact('settings', 'readwrite', (settings, done) => {
      for (const [name, value] of values) {
        if (value === null) settings.delete(name);
        else settings.put(value, name);
      }
      done(undefined);
    }),
  };

  Object.assign(globalThis, { kostiStore: store });
})();
