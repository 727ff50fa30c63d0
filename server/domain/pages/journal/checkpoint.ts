import { clock } from '../../../lib/clock.ts'
import { pickStoredFields } from '../../../lib/page-fields.ts'
import { vias } from '../../../lib/vocabulary.ts'
import { pages, type steps, systemViewer, type Transaction } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../events/events.ts'
import { indexPages } from '../../search/reindex.ts'
import type { PreparedEntry } from '../search-entries.ts'
import type { PageAddress } from '../tree.ts'
import { type NewBody, writeChange } from '../write-change.ts'
import { attributeBody } from './attribution.ts'
import { readBody } from './body.ts'
import { stepsOf } from './current.ts'

/**
 * Stores what was typed: the document with its version, search entry and event, up to the newest change in the
 * journal. Does nothing if the stored document is current, or if someone else stores it at the same time.
 */
export async function checkpoint(
  context: Pick<Context, 'store' | 'content'>,
  address: PageAddress,
): Promise<void> {
  const { store, content: engine } = context
  const { workspaceId, pageId } = address
  const body = await readBody(store, address)
  const last = body?.rows.at(-1)
  if (body === undefined || last === undefined) return
  const { document, attribution, rows } = body
  const content = await engine.prepareApplied({
    id: pageId,
    document,
    steps: stepsOf(rows),
  })
  const newBody = {
    content,
    attribution: await attributeBody(context, pageId, body, rows),
    replaced: { document, attribution },
  }
  const waits = await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await pages.get(transaction, systemViewer(workspaceId), pageId)
    if (page?.contentVersion !== body.version) return false
    const { title } = page
    const prepared = { title, version: undefined, entry: engine.entryOf(title, content) }
    return storeTyping(transaction, page, { body: newBody, rows, last, prepared })
  })
  if (waits) await indexPages(context, workspaceId, [pageId])
}

type Typing = {
  body: NewBody
  rows: readonly steps.StepsRow[]
  last: steps.StepsRow
  prepared: PreparedEntry
}

async function storeTyping(
  transaction: Transaction,
  page: pages.ReadablePage,
  { body, rows, last, prepared }: Typing,
): Promise<boolean> {
  const { workspaceId, id: pageId, contentVersion } = page
  const before = contentVersion ?? page.version
  const at = clock.now()
  const stored = { ...page, version: before }
  const { waits } = await writeChange(transaction, stored, {
    actor: actorOf(last),
    fields: pickStoredFields(page),
    body,
    version: last.version,
    at,
    coalesces: 'typed',
    authors: rows.map(({ authorId }) => authorId),
    prepared,
    updatePage: async (type) => {
      const stamp = { workspaceId, pageId, at, by: last.authorId, type }
      await pages.catchUp(transaction, stamp, before, last.version)
    },
  })
  return waits
}

function actorOf({ authorId, via, runId }: steps.StepsRow): Actor {
  const run = runId === null ? {} : { run: { id: runId } }
  return { userId: authorId, via: vias.find((one) => one === via) ?? 'web', ...run }
}
