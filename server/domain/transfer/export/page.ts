import { isDeepStrictEqual } from 'node:util'
import { isBoard } from '../../../../content/board.ts'
import { type PageFieldName, pageFieldNames } from '../../../lib/page-fields.ts'
import type { PageSource } from '../../document/page-source.ts'
import { readDocument } from '../../document/stored-body.ts'
import { mapAllUrls } from '../../document/urls.ts'
import { readFileText } from '../file-text.ts'
import { type DerivedFields, deriveFields, namedFiles } from '../import/source.ts'
import type { FilePermissions } from '../permissions.ts'
import { type Body, composeBody } from './body.ts'
import type { ExportedThread } from './comments.ts'
import { frontMatterOf, withOwnFields } from './front-matter.ts'
import type { PlacedPage } from './layout.ts'
import { relativePath, relativeUrl, type Targets } from './links.ts'
import type { ExportedProposal } from './proposals.ts'

/** What a file says of a page besides its row and body. */
export type Related = {
  attachments: readonly string[]
  threads: readonly ExportedThread[]
  proposals: readonly ExportedProposal[]
  permissions: FilePermissions | undefined
  /** The position that front matter has to state. */
  order: number | undefined
  source: PageSource | undefined
  /** Fields of Quire that stay as the imported file states them. */
  retained?: readonly string[]
}

/** The file of a page: its front matter, and its body with relative links. Undefined if its folder says all. */
export function writePage(
  linking: Targets,
  page: PlacedPage,
  json: string,
  related: Related,
): string | undefined {
  const { row, path } = page
  const { source, order, permissions, threads, proposals, retained = [] } = related
  const document = readDocument(json, row.id)
  const linked = new Set<string>()
  mapAllUrls(document, (url) => relativeUrl(linking, path, url, linked))
  const frontMatter = frontMatterOf(row.properties, source)
  const text = readFileText(frontMatter)
  const derived = deriveFields({ attributes: text.attributes, own: {} })
  const compose = (title: unknown): Body =>
    composeBody(linking, { page, document, source, title, isBoard: isBoard(document) })
  const body = compose(derived.title)
  const isTitled = body.title === row.title
  const files = fileList(linking, path, linked, related)
  const own = {
    ...(isTitled ? {} : { title: row.title }),
    ...differing(row, derived),
    ...(row.ownership === derived.ownership ? {} : { ownership: row.ownership }),
    ...(row.type === derived.type ? {} : { type: row.type }),
    ...(order === undefined ? {} : { order }),
    ...(retained.includes('permissions') || isDeepStrictEqual(permissions, derived.permissions)
      ? {}
      : { permissions: permissions ?? null }),
    ...(isDeepStrictEqual(namedFiles(files), derived.files) ? {} : { files }),
    ...(threads.length === 0 ? {} : { comments: threads }),
    ...(proposals.length === 0 ? {} : { proposals }),
    ...Object.fromEntries(
      retained.flatMap((name) => (Object.hasOwn(text.own, name) ? [[name, text.own[name]]] : [])),
    ),
  }
  const { markdown } = isTitled ? body : compose(row.title)
  const head = isDeepStrictEqual(own, text.own) ? frontMatter : withOwnFields(text, own)
  if (page.isImplicit && head === '' && markdown === '') return undefined
  return joined(head, markdown, source)
}

/** Fields of a page, except its title, that differ from what its front matter says. */
function differing(
  row: PlacedPage['row'],
  { fields }: DerivedFields,
): Partial<Record<PageFieldName, string | null>> {
  const names = pageFieldNames.filter((name) => name !== 'title' && fields[name] !== row[name])
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function joined(head: string, markdown: string, source: PageSource | undefined): string {
  const hadHead = (source?.frontMatter ?? '') !== ''
  if (head !== '') return !hadHead && markdown !== '' ? `${head}\n${markdown}` : head + markdown
  // The empty lines below front matter go with it.
  const body = hadHead ? markdown.replace(/^(?:\r?\n)+/, '') : markdown
  // An import would take the start of this body for front matter.
  return readFileText(body).frontMatter === '' ? body : `---\n---\n${body}`
}

/** The attachments that an import could not derive from the body: unlinked files, and differing names and types. */
function fileList(
  { files }: Targets,
  path: string,
  linked: ReadonlySet<string>,
  { attachments, source }: Related,
): unknown[] {
  const attached = new Set(attachments)
  const unlinked = new Set(source?.unlinked)
  return [...attached.union(linked)].flatMap((id): unknown[] => {
    const target = files.pathOf(id)
    if (target === undefined) return []
    const relative = relativePath(path, target)
    const details = {
      path: relative,
      ...files.detailsOf(id),
      ...(attached.has(id) ? {} : { attached: false }),
    }
    if (Object.keys(details).length > 1) return [details]
    const isDerived = unlinked.has(id) && source?.files?.[id] === relative
    return linked.has(id) || isDerived ? [] : [details.path]
  })
}
