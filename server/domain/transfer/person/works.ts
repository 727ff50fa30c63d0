import { toIso } from '../../../lib/clock.ts'
import { pageLookup, pages, personalData } from '../../../store/index.ts'
import { readAuditDetails } from '../../administration/audit-log.ts'
import type { Context } from '../../context.ts'
import { writeFrontMatter } from '../../document/front-matter.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { viewerOfPerson } from '../../people/access.ts'
import { createNames, endingOf } from '../export/names.ts'
import { type Entry, linesEntry, partsOf, rowsPerFile, when } from './entry.ts'

export type Source = Pick<Context, 'store' | 'files' | 'content'>

const start = { workspaceId: '', id: '' }
const maxNameBytes = 160

/** The pages that a person created: as Markdown if they can read them, and otherwise only when and where. */
export async function* pageEntries(source: Source, userId: string): AsyncGenerator<Entry> {
  const { store } = source
  const parts = partsOf<personalData.CreatedPage>(
    (last = { ...start, createdAt: 0, deletedAt: 0 }) =>
      personalData.pages(store, userId, last, rowsPerFile),
  )
  for await (const { part, rows } of parts) {
    const lines: object[] = []
    for (const { workspaceId, id, createdAt, deletedAt } of rows) {
      const line = { workspaceId, id, createdAt: toIso(createdAt), deletedAt: when(deletedAt) }
      const page = await readPage(source, userId, { workspaceId, id })
      if (page === undefined) {
        lines.push(line)
        continue
      }
      const { title, path, markdown } = page
      const name = createNames()(title, `-${id}.md`, maxNameBytes)
      const file = `pages/${workspaceId}/${name}`
      const text = `${writeFrontMatter({ title, path, createdAt: line.createdAt })}\n${markdown}`
      yield { name: file, content: Buffer.from(text) }
      lines.push({ ...line, title, path, file })
    }
    yield linesEntry('pages/created', part, lines)
  }
}

/** The titles of the page and of what is above it, and its text; undefined if the person cannot read it. */
async function readPage(
  { store, content }: Source,
  userId: string,
  { workspaceId, id }: personalData.Position,
): Promise<{ title: string; path: string[]; markdown: string } | undefined> {
  const viewer = await viewerOfPerson(store, workspaceId, userId)
  const page = viewer === undefined ? undefined : await pages.get(store, viewer, id)
  if (viewer === undefined || page === undefined) return undefined
  const ancestors = await pageLookup.breadcrumb(store, viewer, id)
  const markdown = await content.toMarkdown({ id, version: page.version }, () =>
    currentDocument({ content }, store, { workspaceId, pageId: id }),
  )
  return { title: page.title, path: ancestors.map(({ title }) => title), markdown }
}

/** The comments that a person wrote, without what others wrote around them. */
export async function* commentEntries({ store }: Source, userId: string): AsyncGenerator<Entry> {
  const parts = partsOf<personalData.Position & personalData.WrittenComment>((last) =>
    personalData.comments(store, userId, last ?? start, rowsPerFile),
  )
  for await (const { part, rows } of parts) {
    const lines = rows.map((row) => ({
      ...row,
      createdAt: toIso(row.createdAt),
      updatedAt: when(row.updatedAt),
      deletedAt: when(row.deletedAt),
    }))
    yield linesEntry('comments', part, lines)
  }
}

/** The files that a person uploaded, with their contents. A lost content has no path. */
export async function* fileEntries(
  { store, files }: Source,
  userId: string,
): AsyncGenerator<Entry> {
  const parts = partsOf<personalData.UploadedFile>((last) =>
    personalData.files(store, userId, last ?? { ...start, size: -1 }, rowsPerFile),
  )
  for await (const { part, rows } of parts) {
    const lines: object[] = []
    for (const { sha256, ...row } of rows) {
      const stored = { sha256, size: row.size }
      const isIntact = (await files.check(stored)) === undefined
      const ending = endingOf(row.name)
      const stem = row.name.slice(0, row.name.length - ending.length)
      const name = createNames()(stem, `-${row.id}${ending}`, maxNameBytes)
      const file = isIntact ? `files/${row.workspaceId}/${name}` : null
      if (file !== null) yield { name: file, stored }
      lines.push({ ...row, createdAt: toIso(row.createdAt), file })
    }
    yield linesEntry('files/uploaded', part, lines)
  }
}

/** What the audit log says that a person did. */
export async function* auditEntries({ store }: Source, userId: string): AsyncGenerator<Entry> {
  const parts = partsOf<Awaited<ReturnType<typeof personalData.auditEntries>>[number]>((last) =>
    personalData.auditEntries(store, userId, last?.id ?? '', rowsPerFile),
  )
  for await (const { part, rows } of parts) {
    const lines = rows.map((row) => ({
      ...row,
      createdAt: toIso(row.createdAt),
      details: readAuditDetails(row.details, row.id),
    }))
    yield linesEntry('audit', part, lines)
  }
}
