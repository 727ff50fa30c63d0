import type { Store } from '../connection.ts'

/** A new, empty store, and ways to open it again as other processes would. */
export type Opened = {
  store: Store
  /** Another connection to the same data; closed with the store. */
  again: () => Promise<Store>
  close: () => Promise<void>
}

export type Dialect = {
  name: string
  /** The folder with the statements of the dialect. */
  folder: URL
  open: () => Promise<Opened>
}
