import type { Store } from '../connection.ts'

/** A fresh, empty store, and further ways into it as other processes would have them. */
export type Opened = {
  store: Store
  /** Another connection to the same data; closed with the rest. */
  again: () => Promise<Store>
  close: () => Promise<void>
}

export type Dialect = {
  name: string
  /** Where its own statements are written. */
  folder: URL
  open: () => Promise<Opened>
}
