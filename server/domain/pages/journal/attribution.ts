import type { Context } from '../../context.ts'
import type { JournalChange, KnownWriters } from '../../document/attribution.ts'
import type { Body } from './body.ts'

/** Who wrote which part of a document after changes, compressed. */
export function attributeBody(
  { content }: Pick<Context, 'content'>,
  pageId: string,
  body: Body,
  changes: readonly JournalChange[],
): Promise<Uint8Array> {
  return content.attributeChanges({
    id: pageId,
    document: body.document,
    ...writersOf(body),
    changes,
  })
}

/** What is known of who wrote a stored document. */
export function writersOf({ attribution, firstWriter }: Body): KnownWriters {
  return { attribution, firstWriter }
}
