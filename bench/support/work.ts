import { randomBytes } from 'node:crypto'
import { parseMarkdown } from '../../content/parse-markdown.ts'
import { unique } from './load-connection.ts'
import { type Seeded, smallPage } from './seed.ts'
import { makeMarkdown, makeQuery, makeTitle } from './texts.ts'

/** One kind of request, with bodies enough that no two requests in a row are alike. */
export type Work = {
  name: string
  path: string
  /** Undefined for visits of the path, without a key. */
  bodies: string[] | undefined
  headers?: Readonly<Record<string, string>>
  /** Each body is meant once, and a slice takes no more of them than this for each connection. */
  once?: number
}

const variants = 500
const queries = 2000
const uploads = 4
export const uploadSize = 1_048_576

export const workNames = [
  'page stats',
  'page markdown 2 KB',
  'markdown, first read',
  'page markdown 50 KB',
  'search',
  'upload 1 MiB',
  'page update 2 KB',
  'page create 2 KB',
  'list of 50 pages',
  'tree of 50 pages',
  'activity, 50 items',
  'inbox, 50 entries',
  'backlinks, 50 pages',
] as const
export type WorkName = (typeof workNames)[number]

/** What shows how a store grows, or how two stores differ: reads, a search and writes. */
export const mixedWork: readonly WorkName[] = [
  'page stats',
  'page markdown 2 KB',
  'search',
  'page update 2 KB',
  'page create 2 KB',
]

export function makeWork(name: WorkName, seeded: Seeded): Work & { bodies: string[] } {
  const { path, bodies, ...rest } = makers[name](seeded)
  const inWorkspace = bodies.map((body) =>
    JSON.stringify({ workspaceId: seeded.workspaceId, ...body }),
  )
  return { name, path, bodies: inWorkspace, ...rest }
}

type Maker = (seeded: Seeded) => { path: string; bodies: object[]; once?: number }

const makers: Record<WorkName, Maker> = {
  'page stats': ({ pageIds }) => ({ path: '/v1/pages/stats', bodies: some(pageIds) }),
  'page markdown 2 KB': ({ pageIds }) => ({ path: '/v1/pages/markdown', bodies: some(pageIds) }),
  'markdown, first read': ({ pageIds }) => ({
    path: '/v1/pages/markdown',
    bodies: pageIds.slice(variants).map((pageId) => ({ pageId })),
    once: 25,
  }),
  'page markdown 50 KB': ({ largePageIds }) => ({
    path: '/v1/pages/markdown',
    bodies: some(largePageIds),
  }),
  search: () => ({
    path: '/v1/search/pages',
    bodies: Array.from({ length: queries }, (_, seed) => ({ query: makeQuery(seed) })),
  }),
  'upload 1 MiB': ({ pageIds }) => ({
    path: '/v1/page-files/upload-file',
    bodies: Array.from({ length: uploads }, (_, index) => ({
      pageId: pageIds[index],
      fileName: 'noise.bin',
      mimeType: 'application/octet-stream',
      contentBase64: makeUpload(),
    })),
  }),
  'page update 2 KB': ({ pageIds }) => ({
    path: '/v1/pages/update',
    bodies: some(pageIds).map((page, seed) => ({
      ...page,
      title: `${makeTitle(seed)} ${unique}`,
      content: makeDocument(seed),
    })),
  }),
  'page create 2 KB': ({ pageIds }) => ({
    path: '/v1/pages/create',
    bodies: Array.from({ length: variants }, (_, seed) => ({
      parentId: pageIds[seed % 50],
      title: `${makeTitle(seed)} ${unique}`,
      markdown: makeMarkdown(seed + 1_000_000, smallPage),
    })),
  }),
  'list of 50 pages': () => listOf('/v1/pages/list', (offset) => ({ depth: 1, offset })),
  'tree of 50 pages': () => listOf('/v1/pages/list', (offset) => ({ depth: 2, offset })),
  'activity, 50 items': () => listOf('/v1/activity/list'),
  'inbox, 50 entries': () => listOf('/v1/inbox/list'),
  'backlinks, 50 pages': ({ pageIds }) =>
    listOf('/v1/page-links/backlinks', () => ({ pageId: pageIds[0] })),
}

function listOf(path: string, fields: (offset: number) => object = () => ({})) {
  return {
    path,
    bodies: Array.from({ length: 20 }, (_, offset) => ({ limit: 50, ...fields(offset) })),
  }
}

function some(ids: readonly string[]): { pageId: string }[] {
  return ids.slice(0, variants).map((pageId) => ({ pageId }))
}

/** 1 MiB of noise as base64, with eight characters that are different in every request. */
export function makeUpload(): string {
  return unique + randomBytes(uploadSize).toString('base64').slice(unique.length)
}

function makeDocument(seed: number): unknown {
  const result = parseMarkdown(makeMarkdown(seed + 2_000_000, smallPage))
  return result.ok ? result.document : undefined
}
