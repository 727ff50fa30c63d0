import { posix } from 'node:path'
import { noteWanted } from '../../../../content/links/wikilinks.ts'
import type { PageFields } from '../../../lib/page-fields.ts'
import { propertiesOf } from '../../document/file-properties.ts'
import { prepare, type PreparedContent } from '../../document/tasks.ts'
import { importedUrl, type Targets } from '../export/links.ts'
import { type FileBody, readBody, readFileText } from '../file-text.ts'
import { isMarkdown } from '../import/scan.ts'
import { deriveFields } from '../import/source.ts'
import { fileUrl, readUrl } from '../links/read-url.ts'

export type FileToRead = {
  /** Of the file in the folder. */
  path: string
  text: string
  /** What an import takes as the title of a file without one. */
  name: string
  /** Whether the file was renamed and only that: its name replaces the title that Quire wrote into it. */
  isRenamed?: boolean
  /** The IDs of files by their path in the folder. They take precedence over known files. */
  given: Readonly<Record<string, string>>
}

/** What a page has after its file was read. */
export type FileContent = {
  fields: PageFields
  properties: string | null
  content: PreparedContent
  frontMatter: string
  body: FileBody
  /** The names that wikilinks have for pages that do not exist. */
  wanted: string[]
  /** Paths of files by ID. */
  files: Map<string, string>
  /** Paths that links and front matter name, and that are neither pages nor known files. */
  unresolved: string[]
}

/** Reads the text of a page as a Markdown file at its place in the folder, or returns why it cannot be one. */
export function readContent(
  targets: Pick<Targets, 'pagesByPath' | 'locate' | 'files'>,
  { path, text, name, given, isRenamed = false }: FileToRead,
): FileContent | string {
  const file = readFileText(text)
  const derived = deriveFields(file)
  const files = new Map<string, string>()
  const unresolved = new Set<string>()
  const givenId = (at: string): string | undefined =>
    Object.hasOwn(given, at) ? given[at] : undefined
  const idAt = (at: string): string | undefined => {
    const id = givenId(at) ?? targets.files.idAt(at)
    if (id !== undefined) files.set(id, at)
    return id
  }
  const addressOf = (url: string): string => {
    const named = readUrl(path, url)
    if (named === undefined) return url
    const { pagesByPath, locate } = targets
    const address = importedUrl({ pagesByPath, locate, files: { idAt } }, path, url)
    if (address !== url && !address.startsWith('/files/')) return address
    const at = named.paths.find((one) => givenId(one) !== undefined)
    if (at !== undefined) return `/files/${idAt(at)}${named.anchor('file')}`
    if (address !== url) return address
    // A wikilink without an extension is a page that does not exist yet.
    const isFile = (one: string) => posix.extname(one) !== '' && !isMarkdown(one)
    for (const one of named.paths) {
      if (one !== '' && (named.name === undefined || isFile(one))) unresolved.add(one)
    }
    return url
  }
  const title = isRenamed && Object.hasOwn(file.own, 'title') ? name : derived.title
  const rules = { title, name, isBoard: derived.type === 'KANBAN' }
  const { map, wanted } = noteWanted(addressOf)
  const body = readBody(file.body, map, rules)
  if (typeof body === 'string') return body
  for (const named of derived.files) {
    const [at = ''] = readUrl(path, fileUrl(named.path))?.paths ?? []
    if (at !== '' && idAt(at) === undefined) unresolved.add(at)
  }
  return {
    fields: { ...derived.fields, title: body.title },
    properties: propertiesOf(file.frontMatter).source,
    content: prepare(body.document),
    frontMatter: file.frontMatter,
    body,
    wanted: wanted(),
    files,
    unresolved: [...unresolved],
  }
}
