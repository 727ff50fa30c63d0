import type { Node } from 'prosemirror-model'
import type { Author, BatchMessage, RetainedText, ServerMessage } from '../../lib/live-messages.ts'
import type { steps } from '../../store/index.ts'
import type { Authors } from './authors.ts'
import { notesOf, stepsOf } from './notes.ts'

/** A row of the journal as clients receive it. */
export async function toBatchMessage(
  row: steps.StepsRow,
  authors: Authors,
  connection?: string,
): Promise<BatchMessage> {
  const { pageId, version, batchId: id } = row
  const { moves, fields, retained, carried } = notesOf(row)
  return {
    type: 'batch',
    pageId,
    version,
    id,
    author: await authors.of(row),
    ...(connection && { connection }),
    steps: stepsOf(row),
    ...(moves && { moves }),
    ...(fields && { fields }),
    ...(retained && { retained }),
    ...(carried && { carried }),
  }
}

export type ToAuthor = { userId: string; message: ServerMessage }

/**
 * For the authors of text that a batch carried elsewhere. `after` is the document after the batch, `remover` who had
 * deleted the place of its own text.
 */
export function retainedMessages(batch: BatchMessage, after: Node, remover?: Author): ToAuthor[] {
  return (batch.retained ?? []).flatMap((one) => toAuthor(batch, after, one, remover))
}

function toAuthor(
  { pageId, id, version, author }: BatchMessage,
  after: Node,
  { from, to, reason, authorId }: RetainedText,
  remover: Author | undefined,
): ToAuthor[] {
  const end = Math.min(to, after.content.size)
  if (from >= end) return []
  const text = after.textBetween(from, end, '\n', ' ')
  const where = { pageId, id, version, text, from, to: end, reason }
  // Text that was moved out is that of the batch: someone else had deleted its place.
  if (reason === 'moved out') {
    const by = remover && { id: remover.id, name: remover.name }
    return [{ userId: author.id, message: { type: 'retained', ...where, ...(by && { by }) } }]
  }
  if (authorId === undefined || authorId === author.id) return []
  const by = { id: author.id, name: author.name }
  return [{ userId: authorId, message: { type: 'retained', ...where, by } }]
}
