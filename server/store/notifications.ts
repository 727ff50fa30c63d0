/**
 * Messages between the processes that share a database. They are short, none is stored, and some may be lost: what
 * must arrive is also found by polling.
 */
export type Notifications = {
  /** The other processes receive the text, which has no line breaks and at most `maxNotificationBytes`. */
  publish: (text: string) => void
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (text: string) => void) => () => void
}

/** PostgreSQL takes less than 8,000 bytes. */
export const maxNotificationBytes = 7800
