import type { Context } from '../../context.ts'
import type { JournalChange } from '../../document/attribution.ts'
import type { Body } from './body.ts'

/** Who wrote which part of a document after changes, compressed. */
export async function attributeBody(
  { content }: Pick<Context, 'content'>,
  pageId: string,
  body: Body,
  changes: readonly JournalChange[],
): Promise<Uint8Array> {
  const attribution = await attributionOf({ content }, pageId, body)
  return content.attributeChanges({ id: pageId, document: body.document, attribution, changes })
}

/** Who wrote which part of the stored document; null if that is not known. */
export async function attributionOf(
  { content }: Pick<Context, 'content'>,
  pageId: string,
  { document, attribution, firstWriter }: Body,
): Promise<Uint8Array | null> {
  if (attribution !== null || firstWriter === undefined) return attribution
  const { userId, at } = firstWriter
  const writer = { userId, via: null, keyId: null, runId: null, at }
  return content.attributeNew({ id: pageId, document, writer })
}
