import type { ContentNode } from '../../../../content/node.ts'
import { files, pages, type Store } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { type OpenSite, pageAddress } from './open-site.ts'
import { publicKey } from './site-pages.ts'
import { siteView } from './site-views.ts'

type Body = {
  id: string
  version: number
  title: string
  document: string
  addresses: Record<string, string>
  origins: readonly string[]
  /** What views and embedded pages show, see `public-document.ts`. */
  inserted: Record<string, readonly ContentNode[]>
}

/** Views and embedded pages that a page of a site shows; others are left out. */
const maxInserted = 20

export async function readStored(
  { store, content }: Pick<Context, 'store' | 'content'>,
  { row, viewer }: OpenSite,
  id: string,
): Promise<{ version: number; title: string; document: string } | undefined> {
  const page = await pages.get(store, viewer, id)
  if (page === undefined) return undefined
  const address = { workspaceId: row.workspaceId, pageId: id }
  const document = await currentDocument({ content }, store, address)
  if (document === undefined) return undefined
  return { version: page.version, title: page.title, document }
}

/** A page with the addresses of the pages and files that it links to. */
export async function readBody(
  context: Context,
  site: OpenSite,
  id: string,
): Promise<Body | undefined> {
  const { store, content } = context
  const stored = await readStored(context, site, id)
  if (stored === undefined) return undefined
  const origins = originsOf(context)
  const targets = await content.siteTargets({ id, document: stored.document, origins })
  const addresses = await addressesOf(store, site, { id, targets })
  const inserted = await insertedFor(context, site, { id, targets, origins })
  return { id, ...stored, addresses, origins, inserted }
}

type Shown = { id: string; targets: readonly string[]; origins: readonly string[] }

async function insertedFor(
  context: Context,
  site: OpenSite,
  { id, targets, origins }: Shown,
): Promise<Body['inserted']> {
  const inserted: Body['inserted'] = {}
  const keys = targets.filter((target) => /^(?:view|embed):/.test(target)).slice(0, maxInserted)
  for (const key of keys) {
    const [, kind = '', what = ''] = /^(\w+):([^]*)$/.exec(key) ?? []
    inserted[key] =
      kind === 'view'
        ? await siteView(context, site, { pageId: id, source: what })
        : await embedded(context, site, { id, what, origins })
  }
  return inserted
}

/** A page that another one shows, without what it shows itself: two pages may show each other. */
async function embedded(
  context: Context,
  site: OpenSite,
  { id, what, origins }: { id: string; what: string; origins: readonly string[] },
): Promise<ContentNode[]> {
  const [pageId = '', anchor = ''] = what.split('#')
  if (pageId === id || !site.pages.byId.has(pageId)) return []
  const stored = await readStored(context, site, pageId)
  if (stored === undefined) return []
  const { document } = stored
  const targets = await context.content.siteTargets({ id: pageId, document, origins })
  const addresses = await addressesOf(context.store, site, { id: pageId, targets })
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
  store: Store,
  { row, pages: tree, basePath }: OpenSite,
  { id, targets }: { id: string; targets: readonly string[] },
): Promise<Record<string, string>> {
  const key = tree.byId.get(id)?.key ?? ''
  const hasFiles = targets.some((target) => target.startsWith('file:'))
  const attached = hasFiles ? await files.ofPage(store, row.workspaceId, id) : []
  const names = new Map(attached.map((file) => [file.id, file.name]))
  const addresses = targets.flatMap((target): [string, string][] => {
    const [kind, targetId = ''] = target.split(':')
    if (kind === 'page') {
      const found = tree.byId.get(targetId)
      return found === undefined ? [] : [[target, pageAddress(basePath, found)]]
    }
    const name = names.get(targetId)
    if (name === undefined) return []
    const fileKey = publicKey(row.id, targetId)
    return [[target, `${basePath}/files/${key}/${fileKey}/${encodeURIComponent(name)}`]]
  })
  return Object.fromEntries(addresses)
}

export function originsOf({ publicUrl, integrations }: Context): string[] {
  return [...new Set([publicUrl ?? integrations.baseUrl, integrations.baseUrl])]
}
