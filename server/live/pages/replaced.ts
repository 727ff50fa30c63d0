import type { Node } from 'prosemirror-model'
import { schema } from '../../../content/schema.ts'
import { type Change, changeOf, readBatch } from '../../../content/steps/batch.ts'
import { insertedBy } from '../../../content/steps/inserted-by.ts'
import { type Range, startMapping } from '../../../content/steps/mapping.ts'
import { removedRanges } from '../../../content/steps/removed-ranges.ts'
import type { Author, BatchMessage } from '../../lib/live-messages.ts'
import type { ToAuthor } from './batch-message.ts'
import type { Recent } from './recent-batches.ts'

/**
 * For those who typed what a write removes, so that they can insert it again. `before` is the document that the
 * write changes, `recentBatches` gives those that led to it, without a gap.
 */
export async function replacedMessages(
  write: BatchMessage,
  before: Node,
  recentBatches: () => Promise<readonly Recent[]>,
): Promise<ToAuthor[]> {
  if (write.steps.length === 0) return []
  const change = readWrite(write, before)
  const removed = change === undefined ? [] : removedRanges(change, before.content.size)
  if (removed.length === 0) return []
  const recent = await recentBatches()
  const { pageId, version, author } = write
  const by = { id: author.id, name: author.name, via: author.via }
  const texts = textsOf(before, findTyped(removed, recent, author))
  return texts.map(([userId, text]) => ({
    userId,
    message: { type: 'replaced', pageId, version, text, by },
  }))
}

/** With the documents between its steps, text that it only writes again is not removed. */
function readWrite(write: BatchMessage, before: Node): Change | undefined {
  const { steps, moves = [] } = readBatch(schema, write) ?? {}
  if (steps === undefined) return undefined
  const docs: Node[] = []
  let current: Node | null = before
  for (const step of steps) {
    if (current === null) return undefined
    docs.push(current)
    current = step.apply(current).doc
  }
  return changeOf(steps, moves, undefined, docs)
}

type Typed = Range & { userId: string }

/** Which parts of the ranges were typed by someone other than the writer. */
function findTyped(ranges: readonly Range[], recent: readonly Recent[], writer: Author): Typed[] {
  const changes: Change[] = []
  for (const one of recent.toReversed()) {
    const change = readTyped(one, writer)
    // What was typed before it cannot be told.
    if (change === undefined) break
    changes.unshift(change)
  }
  const mapping = startMapping([], changes)
  return ranges.flatMap((range) =>
    insertedBy(mapping, 0, changes, range).flatMap(({ from, to, authorId: userId }) =>
      userId === undefined ? [] : [{ from, to, userId }],
    ),
  )
}

/** Without an author where nothing is offered: what programs wrote, and what the writer typed. */
function readTyped({ json, isTyped }: Recent, writer: Author): Change | undefined {
  // SAFETY: written from a BatchMessage by this process.
  const { author, ...batch } = JSON.parse(json) as BatchMessage
  const isOwn = author.id === writer.id && author.via === writer.via
  return readBatch(schema, batch, isTyped && !isOwn ? author.id : undefined)
}

/** The text of each person; parts that do not follow each other are on lines of their own. */
function textsOf(document: Node, typed: readonly Typed[]): [string, string][] {
  const byPerson = Map.groupBy(typed, ({ userId }) => userId)
  return [...byPerson].flatMap(([userId, parts]): [string, string][] => {
    const texts = parts.map(({ from, to }) => document.textBetween(from, to, '\n', ' '))
    const text = texts.filter((one) => one.trim() !== '').join('\n')
    return text === '' ? [] : [[userId, text]]
  })
}
