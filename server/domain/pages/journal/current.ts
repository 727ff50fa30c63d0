import { contents, type Reader, steps } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import type { PageAddress } from '../tree.ts'
import { readBody, readRows } from './body.ts'

type Engine = Pick<Context, 'content'>

/** The document of a page with everything that was typed, as JSON; undefined for a page without a document. */
export async function currentDocument(
  engine: Engine,
  reader: Reader,
  address: PageAddress,
): Promise<string | undefined> {
  const body = await readBody(reader, address)
  if (body === undefined || body.rows.length === 0) return body?.document
  return applyRows(engine, address, body)
}

/** The document of a page at the version that was read with the stored document. */
export async function documentAt(
  engine: Engine,
  reader: Reader,
  address: PageAddress,
  stored: {
    document: string
    documentVersion: number | null
    contentVersion: number | null
    version: number
  },
): Promise<string> {
  const { document, documentVersion, contentVersion, version } = stored
  if (contentVersion === null) return document
  const rows = await readRows(reader, address, documentVersion ?? contentVersion, version)
  return applyRows(engine, address, { document, rows })
}

/** The texts of the blocks of a page with everything that was typed, as JSON. */
export async function currentBlocks(
  { content }: Engine,
  reader: Reader,
  address: PageAddress,
): Promise<string | undefined> {
  const { workspaceId, pageId } = address
  const [head] = await steps.heads(reader, workspaceId, [pageId])
  const body = head?.contentVersion == null ? undefined : await readBody(reader, address)
  if (body === undefined || body.rows.length === 0) {
    return (await contents.get(reader, workspaceId, pageId))?.blocks
  }
  const { document, rows } = body
  return (await content.prepareApplied({ id: pageId, document, steps: stepsOf(rows) })).blocks
}

/** A stored document with the changes since, as JSON. */
export function applyRows(
  { content }: Engine,
  { pageId }: PageAddress,
  { document, rows }: { document: string; rows: readonly steps.StepsRow[] },
): Promise<string> {
  return content.apply({ id: pageId, document, steps: stepsOf(rows) })
}

/** JSON lists of steps, without changes that have none. */
export function stepsOf(rows: readonly steps.StepsRow[]): string[] {
  return rows.filter(({ steps }) => steps !== '[]').map(({ steps }) => steps)
}
