import { Fragment, type Node } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import type { PageDocument } from '../../../content/document.ts'
import type { ContentNode } from '../../../content/node.ts'
import { schema } from '../../../content/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { finishInSlices, yieldWholeTurn } from '../../lib/time-slices.ts'
import { readDocument } from './stored-body.ts'

/** The stored body of a page in the schema of this release. Throws STORE_NEWER. */
export function readNode(document: string, pageId: string): Node {
  return nodeOfDocument(readDocument(document, pageId))
}

/** The same, with pauses for other work. Throws STORE_NEWER. */
export async function readNodeInSlices(document: string, pageId: string): Promise<Node> {
  const stored = readDocument(document, pageId)
  if (document.length > minPausedLength) await yieldWholeTurn()
  return finishInSlices(nodeInParts(stored, 0))
}

/** Shorter documents are parsed in a millisecond. */
const minPausedLength = 100_000

/** Lists of this length are read node by node, and all lists down to this depth. */
const dividedLength = 32
const dividedDepth = 3

function* nodeInParts(stored: ContentNode, depth: number): Generator<undefined, Node, undefined> {
  const { content = [] } = stored
  const hasText = schema.nodes[stored.type]?.inlineContent !== false
  if (hasText || (depth >= dividedDepth && content.length < dividedLength)) {
    yield
    return known(() => schema.nodeFromJSON(stored))
  }
  const children: Node[] = []
  for (const child of content) children.push(yield* nodeInParts(child, depth + 1))
  const own = known(() => schema.nodeFromJSON({ ...stored, content: [] }))
  return own.copy(Fragment.fromArray(children))
}

/** Throws STORE_NEWER. */
export function nodeOfDocument(stored: PageDocument): Node {
  return known(() => schema.nodeFromJSON(stored))
}

/**
 * Like `nodeOfDocument`. The first and last blocks that are as in another document are the nodes of that document, so
 * that only what lies between is read and compared. Throws STORE_NEWER.
 */
export function nodeLike(document: PageDocument, other: PageDocument, otherNode: Node): Node {
  const [blocks, known] = [document.content, other.content]
  const shorter = Math.min(blocks.length, known.length)
  let start = 0
  while (start < shorter && isSame(blocks[start], known[start])) start += 1
  let end = 0
  while (end < shorter - start && isSame(blocks.at(-1 - end), known.at(-1 - end))) end += 1
  const { children } = otherNode
  const middle = nodeOfDocument({
    ...document,
    content: blocks.slice(start, blocks.length - end),
  }).children
  return otherNode.copy(
    Fragment.fromArray([
      ...children.slice(0, start),
      ...middle,
      ...children.slice(children.length - end),
    ]),
  )
}

function isSame(one: ContentNode | undefined, other: ContentNode | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** A step of the journal. Throws STORE_NEWER. */
export function readStep(json: unknown): Step {
  return known(() => Step.fromJSON(schema, json))
}

/** What this release does not know stays as it is stored: nothing is dropped, and nothing written. */
function known<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError(
      'STORE_NEWER',
      'This page has content of a newer version of Quire. Try again when the server is updated.',
      { cause: error },
    )
  }
}
