import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkChange } from '../../../content/links/rewrite.ts'
import { AppError } from '../../lib/errors.ts'
import { changeQueuedPage, type ChangeContext } from '../pages/change.ts'
import { currentDocument } from '../pages/journal/current.ts'
import { onPage } from '../pages/page-queue.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { renamedTags } from './property-tags.ts'

/** Attempts to repeat a change because another node changed the page. */
const maxAttempts = 20
const maxPauseMs = 100

/**
 * Changes links or tags of a page in the smallest steps. Returns the new version; undefined if there was nothing to
 * change. Throws PAGE_NOT_FOUND, FORBIDDEN or BUSY.
 */
export function changePageLinks(
  context: ChangeContext,
  address: PageAddress,
  change: LinkChange,
): Promise<number | undefined> {
  const { store, viewer, content: engine } = context
  const { pageId } = address
  return onPage(store, address, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const page = await requirePage(store, viewer, pageId, 'write')
      const document = await currentDocument(context, store, address)
      if (document === undefined) return undefined
      const content = await engine.changeLinks({ id: pageId, document }, change)
      const properties = await changedProperties(engine, page.properties, change)
      if (content === undefined && properties === undefined) return undefined
      const changed = await changeQueuedPage(
        context,
        { ...address, lastTitle: page.title },
        properties === undefined ? { content } : { content, properties },
        async (_transaction, now) => (now.version === page.version ? undefined : 'outdated'),
      )
      if (changed !== 'outdated') return changed.version
      await sleep(Math.random() * Math.min(maxPauseMs, 2 ** attempt))
    }
    const message = 'Others are changing the page at the same time. Try again.'
    throw new AppError('BUSY', message, { retryAfter: 1 })
  })
}

/** The YAML of properties with the new name of a tag; undefined if there is nothing to change. */
async function changedProperties(
  engine: ChangeContext['content'],
  source: string | null,
  change: LinkChange,
): Promise<string | undefined> {
  if (source === null || change.kind !== 'rename tag') return undefined
  const read = await engine.readProperties(source)
  if (!read.ok) return undefined
  const value = renamedTags(read.written, change)
  if (value === undefined) return undefined
  const edited = await engine.editProperties({ source, edit: { set: [['tags', value]] } })
  return edited.ok && edited.source !== null && edited.source !== source ? edited.source : undefined
}
