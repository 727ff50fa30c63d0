import type { Node } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import type { PageDocument } from '../../../content/document.ts'
import { schema } from '../../../content/schema.ts'
import { AppError } from '../../lib/errors.ts'
import { readDocument } from './stored-body.ts'

/** The stored body of a page in the schema of this release. Throws STORE_NEWER. */
export function readNode(document: string, pageId: string): Node {
  return nodeOfDocument(readDocument(document, pageId))
}

/** Throws STORE_NEWER. */
export function nodeOfDocument(stored: PageDocument): Node {
  return known(() => schema.nodeFromJSON(stored))
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
