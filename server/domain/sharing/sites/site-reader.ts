import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { clock, dayMs } from '../../../lib/clock.ts'
import { events, files, sites, type Store, type Viewer } from '../../../store/index.ts'
import { readServerSettings } from '../../administration/server-settings.ts'
import type { Context } from '../../context.ts'
import { pageLanguage } from '../../document/public/page-language.ts'
import type { PublicPage } from '../../document/public/public-page.ts'
import type { FileAddresses, OpenSite } from './open-site.ts'
import { originsOf, readBody, readStored } from './site-body.ts'
import { publicKey, readSitePages, type SitePage, type SitePages } from './site-pages.ts'
import { viewerOfSite } from './site-viewer.ts'
import { labelsOf, siteTexts } from './texts.ts'

type Tree = { revision: string; sequence: number; pages: Promise<SitePages | undefined> }

/** Reads published sites as anyone may see them. */
export type SiteReader = {
  /** Undefined unless the site is published now. */
  open: (slug: string) => Promise<OpenSite | undefined>
  page: (site: OpenSite, page: SitePage) => Promise<PublicPage | undefined>
  markdown: (site: OpenSite, page: SitePage) => Promise<string | undefined>
  /** A file on a page of the site, by its key. */
  file: (site: OpenSite, page: SitePage, key: string) => Promise<files.FileRow | undefined>
}

const maxCachedPages = 50_000
const maxCachedBodies = 16 * 1024 * 1024
/** After more events, all pages are read again. */
const maxEvents = 100

type Reading = {
  context: Context
  trees: LRUCache<string, Tree>
  bodies: LRUCache<string, PublicPage>
}

export function createSiteReader(context: Context): SiteReader {
  const reading: Reading = {
    context,
    trees: new LRUCache({ max: 100 }),
    bodies: new LRUCache({
      maxSize: maxCachedBodies,
      sizeCalculation: ({ html }) => 2 * html.length + 500,
    }),
  }
  return {
    open: (slug) => openSite(reading, slug),
    page: (site, page) => readPage(reading, site, page),
    markdown: (site, page) => readMarkdown(context, site, page),
    file: (site, page, key) => findFile(context, site, { pageId: page.id, key }),
  }
}

async function openSite(reading: Reading, slug: string): Promise<OpenSite | undefined> {
  const { store } = reading.context
  const row = await sites.live(store, slug)
  if (row === undefined) return undefined
  if ((await readServerSettings(store)).publishers === 'disabled') return undefined
  const viewer = viewerOfSite(row, row.rightsVersion)
  const tree = await currentTree(reading, row, viewer)
  const found = await tree.pages
  if (found === undefined) return undefined
  const texts = await siteTexts(row.language)
  // A view may be about today.
  const day = Math.floor(clock.now() / dayMs)
  const revision = `${row.updatedAt} ${row.eventSequence} ${row.rightsVersion} ${row.keepsLineBreaks} ${day}`
  const { direction } = pageLanguage('', row.language)
  const basePath = `/sites/${row.slug}`
  const fileAddresses = siteFileAddresses(store, { row, basePath, pages: found })
  return { row, viewer, pages: found, texts, revision, direction, basePath, fileAddresses }
}

/** Only files that are attached to the page. */
function siteFileAddresses(
  store: Store,
  { row, basePath, pages: tree }: Pick<OpenSite, 'row' | 'basePath' | 'pages'>,
): FileAddresses {
  return async (pageId, fileIds) => {
    const pageKey = tree.byId.get(pageId)?.key ?? ''
    const attached = await files.ofPage(store, row.workspaceId, pageId)
    const shown = attached.filter(({ id }) => fileIds.includes(id))
    return new Map(
      shown.map(({ id, name }) => {
        const fileKey = publicKey(row.id, id)
        return [id, `${basePath}/files/${pageKey}/${fileKey}/${encodeURIComponent(name)}`]
      }),
    )
  }
}

async function currentTree(
  { context: { store }, trees }: Reading,
  row: sites.LiveSite,
  viewer: Viewer,
): Promise<Tree> {
  const revision = `${row.rightsVersion} ${row.pageId}`
  const known = trees.get(row.id)
  if (known?.revision === revision && (await isCurrent(store, row, known))) return known
  const tree: Tree = {
    revision,
    sequence: row.eventSequence,
    pages: readSitePages(store, viewer, row),
  }
  trees.set(row.id, tree)
  tree.pages.then(
    (found) => dropLargest(trees, row.id, found),
    () => trees.delete(row.id),
  )
  return tree
}

async function readPage(
  { context, bodies }: Reading,
  site: OpenSite,
  { id }: SitePage,
): Promise<PublicPage | undefined> {
  const body = await readBody(context, site, id)
  if (body === undefined) return undefined
  const { row, texts } = site
  const shown = JSON.stringify([body.addresses, body.inserted, body.keepsLineBreaks])
  const digest = createHash('sha256').update(shown).digest('base64url')
  const key = [id, body.version, row.id, row.language, digest].join(' ')
  const known = bodies.get(key)
  if (known !== undefined) return known
  const source = { ...body, language: row.language, labels: labelsOf(texts) }
  const rendered = await context.content.sitePage(source)
  bodies.set(key, rendered)
  return rendered
}

async function readMarkdown(
  context: Context,
  site: OpenSite,
  { id }: SitePage,
): Promise<string | undefined> {
  const body = await readBody(context, site, id)
  if (body === undefined) return undefined
  const source = { ...body, language: site.row.language, labels: labelsOf(site.texts) }
  return context.content.siteMarkdown(source)
}

/** A file that a page of the site attaches and shows. */
async function findFile(
  context: Context,
  site: OpenSite,
  { pageId, key }: { pageId: string; key: string },
): Promise<files.FileRow | undefined> {
  const { store, content } = context
  const { row, viewer } = site
  const stored = await readStored(context, store, site, pageId)
  if (stored === undefined) return undefined
  const attached = await files.ofPage(store, row.workspaceId, pageId)
  const found = attached.find(({ id }) => publicKey(row.id, id) === key)
  if (found === undefined) return undefined
  const targets = await content.siteTargets({ id: pageId, ...stored, origins: originsOf(context) })
  if (!targets.includes(`file:${found.id}`)) return undefined
  return files.get(store, viewer, found.id)
}

/** Whether the tree of a site is as it was read; changes of text leave it. */
async function isCurrent(store: Store, row: sites.LiveSite, tree: Tree): Promise<boolean> {
  const { workspaceId, eventSequence } = row
  if (tree.sequence >= eventSequence) return true
  const found = await events.after(store, workspaceId, tree.sequence, maxEvents)
  if ((found.at(-1)?.sequence ?? 0) < eventSequence) return false
  if (found.some(changesTree)) return false
  tree.sequence = eventSequence
  return true
}

function changesTree({ type }: { type: string }): boolean {
  return type.startsWith('page.')
}

function dropLargest(
  trees: LRUCache<string, Tree>,
  siteId: string,
  found: SitePages | undefined,
): void {
  if (found === undefined || found.all.length * trees.size < maxCachedPages) return
  for (const id of trees.rkeys()) {
    if (id !== siteId && trees.size > 1) trees.delete(id)
  }
}
