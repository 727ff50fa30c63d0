/** What an operator sets for webhooks. */
export type WebhookSettings = {
  /** Milliseconds before each attempt. */
  retrySchedule: readonly number[]
  /** Without another edit for so long, the edits of a page are sent as one event, */
  debounceMs: number
  /** and at the latest so long after the first of them. */
  maxDebounceMs: number
  /** How long the delivery log is kept, and the bodies in it. */
  logRetentionMs: number
  bodyRetentionMs: number
}
