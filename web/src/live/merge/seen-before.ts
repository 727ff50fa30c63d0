import type { PageDocument } from '../../../../content/document.ts'
import type { OpenedMessage } from '../../../../server/lib/live-messages.ts'

/** What is not sent, as the parts of a live page have it. */
type Steps = {
  count: number
  taken: () => { steps: readonly unknown[] } | undefined
  seen: (first: number) => PageDocument
}
type Outbox = { reserved: readonly string[]; inFlight: { id: string } | undefined }
type Fields = { changed: () => object | undefined }

/**
 * The document that unsent changes were made on, if others changed the page since. The batch that was just being sent
 * may be among what the server has.
 */
export function seenBefore(
  batches: OpenedMessage['batches'],
  steps: Steps,
  outbox: Outbox,
  fields: Fields,
): PageDocument | undefined {
  const ids = new Set(batches.map(({ id }) => id))
  // A browser that crashed has sent more than it knows.
  if (outbox.reserved.some((id) => ids.has(id))) return undefined
  const isSentThere = ids.has(outbox.inFlight?.id ?? '')
  const sent = isSentThere ? (steps.taken()?.steps.length ?? 0) : 0
  const isSent = steps.count === sent && fields.changed() === undefined
  return isSent || batches.length === Number(isSentThere) ? undefined : steps.seen(sent)
}
