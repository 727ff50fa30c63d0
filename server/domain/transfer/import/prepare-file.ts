import { createHash } from 'node:crypto'
import { noteWanted } from '../../../../content/links/wikilinks.ts'
import { AppError } from '../../../lib/errors.ts'
import { type PageFields, pickStoredFields } from '../../../lib/page-fields.ts'
import { type FileProperties, propertiesOf } from '../../document/file-properties.ts'
import { packSource, type SourceFile } from '../../document/page-source.ts'
import { prepare, type PreparedContent } from '../../document/tasks.ts'
import { type FileBody, readBody } from '../file-text.ts'
import type { Source } from './source.ts'

/** A file that was read, with what its page needs besides. */
export type FileToPrepare = Pick<Source, 'text' | 'rules' | 'content'> & {
  fields: PageFields
  /** The addresses of pages and files in the workspace, by URL. */
  addresses: ReadonlyMap<string, string>
  attachments: readonly string[]
  /** The paths of its files by their ID, relative to the folder of its file. */
  files: Record<string, string>
  file: SourceFile
}

/** What of a file is stored as a page. */
export type FilePage = {
  content: PreparedContent
  properties: FileProperties
  blocks: number
  source: Uint8Array
  /** Tells whether the source of a page changed since an earlier import. */
  fingerprint: string
}

export function prepareFile(given: FileToPrepare): FilePage {
  const { text, fields, attachments, file, files } = given
  const { body, wanted } = connectedBody(given)
  const { document, parts, heading } = body
  const content = { ...prepare(document), wanted }
  const properties = propertiesOf(text.frontMatter)
  const stored = pickStoredFields({ ...fields, properties: properties.source })
  const identity = [stored, content.type, content.document, attachments]
  return {
    content,
    properties,
    blocks: document.content.length,
    source: packSource({
      file,
      frontMatter: text.frontMatter,
      parts,
      ...(heading === undefined ? {} : { heading }),
      ...(Object.keys(files).length === 0 ? {} : { files }),
    }),
    fingerprint: createHash('sha256').update(JSON.stringify(identity)).digest('base64url'),
  }
}

/** The body with the addresses of pages and files, and the names of pages that its wikilinks have none for. */
function connectedBody({ text, rules, content, addresses }: FileToPrepare): {
  body: FileBody
  wanted: string[]
} {
  const { map, wanted } = noteWanted((url) => addresses.get(url) ?? url)
  const isRead = content === undefined || addresses.size > 0 || text.body.includes('[[')
  const connected = isRead ? readBody(text.body, map, rules) : undefined
  if (typeof connected === 'object') return { body: connected, wanted: wanted() }
  const body = content ?? readBody(text.body, (url) => url, rules)
  if (typeof body === 'string') throw new AppError('VALIDATION_FAILED', body)
  return { body, wanted: [] }
}
