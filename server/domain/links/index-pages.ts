import { linkVersion } from '../../../content/links/link-version.ts'
import { linkIndexing, pageLinks, pageTags, contents } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { anchorsText, linkRows, propertyTags } from '../document/page-links.ts'

const pagesAtOnce = 16

/** Indexes the links and tags of every workspace that an earlier release or a restore left behind. */
export async function indexOutdated(
  context: Pick<Context, 'store' | 'content'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const workspaceId = await linkIndexing.nextOutdated(context.store, linkVersion, after)
    if (workspaceId === undefined) return
    await indexPageLinks(context, workspaceId, signal)
    after = workspaceId
  }
}

/** Indexes the links and tags of all stored pages of a workspace. Continues where it was interrupted. */
export async function indexPageLinks(
  { store, content }: Pick<Context, 'store' | 'content'>,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  let after = await linkIndexing.indexedTo(store, workspaceId, linkVersion)
  while (after !== null && !signal.aborted) {
    const part = { after, limit: pagesAtOnce }
    const rows = await linkIndexing.documents(store, workspaceId, part)
    const indexed: { id: string; document: string; links: Links }[] = []
    for (const row of rows) indexed.push({ ...row, links: await content.links(row) })
    const indexedTo = rows.at(-1)?.id ?? null
    await store.transactIn({ workspaceId }, async (transaction) => {
      for (const { id: pageId, document, links } of indexed) {
        // A page that was written since has its links.
        const now = await contents.get(transaction, workspaceId, pageId)
        if (now?.document !== document) continue
        const page = { workspaceId, pageId }
        await pageLinks.replace(transaction, page, linkRows(links))
        await pageTags.replace(transaction, page, 'text', links.tags)
        const values = await linkIndexing.tagValues(transaction, page)
        await pageTags.replace(transaction, page, 'property', propertyTags(values))
        await linkIndexing.setAnchors(transaction, page, anchorsText(links.anchors))
      }
      await linkIndexing.keepProgress(transaction, workspaceId, { version: linkVersion, indexedTo })
    })
    after = indexedTo
  }
}

type Links = Awaited<ReturnType<Context['content']['links']>>
