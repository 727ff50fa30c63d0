import type { PageFields } from '../../../lib/page-fields.ts'
import { propertiesOf } from '../../document/file-properties.ts'
import { prepare, type PreparedContent } from '../../document/tasks.ts'
import type { Targets } from '../export/links.ts'
import { type FileBody, readBody, readFileText } from '../file-text.ts'
import { pagePaths, readUrl } from '../import/links.ts'
import { deriveFields } from '../import/source.ts'

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
  /** Paths of files by ID. */
  files: Map<string, string>
  /** Paths that links and front matter name, and that are neither pages nor known files. */
  unresolved: string[]
}

/** Reads the text of a page as a Markdown file at its place in the folder, or returns why it cannot be one. */
export function readContent(
  { pagesByPath, files: known }: Pick<Targets, 'pagesByPath' | 'files'>,
  { path, text, name, given, isRenamed = false }: FileToRead,
): FileContent | string {
  const file = readFileText(text)
  const derived = deriveFields(file)
  const files = new Map<string, string>()
  const unresolved = new Set<string>()
  const fileAt = (at: string): string | undefined => {
    const id = Object.hasOwn(given, at) ? given[at] : known.idAt(at)
    if (id === undefined) unresolved.add(at)
    else files.set(id, at)
    return id
  }
  const addressOf = (url: string): string => {
    const named = readUrl(path, url)
    if (named?.path === undefined || named.path === '') return url
    const page = pagePaths(named.path).find((candidate) => pagesByPath.has(candidate))
    if (page !== undefined) return `/pages/${pagesByPath.get(page)}${named.anchor}`
    const fileId = fileAt(named.path)
    return fileId === undefined ? url : `/files/${fileId}${named.anchor}`
  }
  const title = isRenamed && Object.hasOwn(file.own, 'title') ? name : derived.title
  const rules = { title, name, isBoard: derived.type === 'KANBAN' }
  const body = readBody(file.body, addressOf, rules)
  if (typeof body === 'string') return body
  for (const named of derived.files) {
    const at = readUrl(path, named.path.split('/').map(encodeURIComponent).join('/'))?.path
    if (at !== undefined && at !== '') fileAt(at)
  }
  return {
    fields: { ...derived.fields, title: body.title },
    properties: propertiesOf(file.frontMatter).source,
    content: prepare(body.document),
    frontMatter: file.frontMatter,
    body,
    files,
    unresolved: [...unresolved],
  }
}
