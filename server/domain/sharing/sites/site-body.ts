import type { ContentNode } from '../../../../content/node.ts'
import { pages, type Reader, workspaces } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { pageAddress, type ShownPages } from './open-site.ts'
import { siteView } from './site-views.ts'

type Body = {
  id: string
  version: number
  title: string
  document: string
  addresses: Record<string, string>
  origins: readonly string[]
  keepsLineBreaks: boolean
  /** What views and embedded pages show, see `public-document.ts`. */
  inserted: Record<string, readonly ContentNode[]>
}

/** Views and embedded pages that a page of a site shows; others are left out. */
const maxInserted = 20

export async function readStored(
  { content }: Pick<Context, 'content'>,
  reader: Reader,
  { row, viewer }: Pick<ShownPages, 'row' | 'viewer'>,
  id: string,
): Promise<{ version: number; title: string; document: string } | undefined> {
  const page = await pages.get(reader, viewer, id)
  if (page === undefined) return undefined
  const address = { workspaceId: row.workspaceId, pageId: id }
  const document = await currentDocument({ content }, reader, address)
  if (document === undefined) return undefined
  return { version: page.version, title: page.title, document }
}

/** A page with the addresses of the pages and files that it links to. Views are those of now. */
export async function readBody(
  context: Context,
  site: ShownPages,
  id: string,
  reader: Reader = context.store,
): Promise<Body | undefined> {
  const { content } = context
  const stored = await readStored(context, reader, site, id)
  if (stored === undefined) return undefined
  const origins = originsOf(context)
  const targets = await content.siteTargets({ id, document: stored.document, origins })
  const addresses = await addressesOf(site, { id, targets })
  const inserted = await insertedFor(context, site, { id, targets, origins, reader })
  const keepsLineBreaks = await workspaces.keepsLineBreaks(reader, site.row.workspaceId)
  return { id, ...stored, addresses, origins, keepsLineBreaks, inserted }
}

type Shown = {
  id: string
  targets: readonly string[]
  origins: readonly string[]
  reader: Reader
}

async function insertedFor(
  context: Context,
  site: ShownPages,
  { id, targets, origins, reader }: Shown,
): Promise<Body['inserted']> {
  const inserted: Body['inserted'] = {}
  const keys = targets.filter((target) => /^(?:view|embed):/.test(target)).slice(0, maxInserted)
  for (const key of keys) {
    const [, kind = '', what = ''] = /^(\w+):([^]*)$/.exec(key) ?? []
    inserted[key] =
      kind === 'view'
        ? await siteView(context, site, { pageId: id, source: what })
        : await embedded(context, site, { id, what, origins, reader })
  }
  return inserted
}

/** A page that another one shows, without what it shows itself: two pages may show each other. */
async function embedded(
  context: Context,
  site: ShownPages,
  { id, what, origins, reader }: Omit<Shown, 'targets'> & { what: string },
): Promise<ContentNode[]> {
  const [pageId = '', anchor = ''] = what.split('#')
  if (pageId === id || !site.pages.byId.has(pageId)) return []
  const stored = await readStored(context, reader, site, pageId)
  if (stored === undefined) return []
  const { document } = stored
  const targets = await context.content.siteTargets({ id: pageId, document, origins })
  const addresses = await addressesOf(site, { id: pageId, targets })
  const part = await context.content.sitePart({
    id: pageId,
    document,
    anchor: anchor === '' ? null : anchor,
    addresses,
    origins,
  })
  return part === undefined || part.length === 0 ? [] : [{ type: 'blockquote', content: [...part] }]
}

async function addressesOf(
  { pages: tree, basePath, fileAddresses }: ShownPages,
  { id, targets }: { id: string; targets: readonly string[] },
): Promise<Record<string, string>> {
  const fileIds = targets.flatMap((target) =>
    target.startsWith('file:') ? [target.slice('file:'.length)] : [],
  )
  const ofFiles = fileIds.length === 0 ? undefined : await fileAddresses(id, fileIds)
  const addresses = targets.flatMap((target): [string, string][] => {
    const [kind, targetId = ''] = target.split(':')
    const page = kind === 'page' ? tree.byId.get(targetId) : undefined
    const address = kind === 'file' ? ofFiles?.get(targetId) : page && pageAddress(basePath, page)
    return address === undefined ? [] : [[target, address]]
  })
  return Object.fromEntries(addresses)
}

export function originsOf({ publicUrl, integrations }: Context): string[] {
  return [...new Set([publicUrl ?? integrations.baseUrl, integrations.baseUrl])]
}
