import { posix } from 'node:path'
import { isEmoji } from '../../../../lib/text.ts'
import { quireKey } from '../../../document/file-properties.ts'
import { writeFrontMatter } from '../../../document/front-matter.ts'
import type { PageThread } from '../read-page.ts'

/** What front matter says of a converted page. */
export type PageHead = {
  title?: string | undefined
  icon?: string | undefined
  order?: number | undefined
  /** Paths of attachments, relative to the page, with their names. */
  files?: readonly { path: string; name: string }[]
  properties?: Readonly<Record<string, unknown>> | undefined
  comments?: readonly PageThread[] | undefined
}

const maxTitleLength = 255
const maxKeyLength = 100

/** The text of a Markdown file with front matter that the import reads. */
export function pageText(path: string, head: PageHead, body: string): string {
  const { icon, order, files = [], properties = {}, comments = [] } = head
  const title = statedTitle(path, head.title, body)
  const own = {
    ...(title === undefined ? {} : { title }),
    ...(icon !== undefined && isEmoji(icon) ? { icon } : {}),
    ...(order === undefined ? {} : { order }),
    ...(files.length === 0 ? {} : { files }),
    ...(comments.length === 0 ? {} : { comments }),
  }
  const fields = Object.entries(properties).filter(([, value]) => value !== undefined)
  const attributes = {
    ...Object.fromEntries(fields.map(([key, value]) => [keyOf(key), value])),
    ...(Object.keys(own).length === 0 ? {} : { [quireKey]: own }),
  }
  const hasHead = Object.keys(attributes).length > 0 || /^---[ \t]*(?:\r?\n|$)/.test(body)
  return hasHead ? writeFrontMatter(attributes) + body : body
}

/** A title that the import would not take from the path or the body. */
function statedTitle(path: string, given: string | undefined, body: string): string | undefined {
  const title = Array.from(given?.replaceAll(/\s+/g, ' ').trim() ?? '')
    .slice(0, maxTitleLength)
    .join('')
  if (title === '') return undefined
  const name = posix.basename(path, posix.extname(path))
  const derived = name === 'index' ? posix.basename(posix.dirname(path)) : name
  return title === derived && !/^#(?:\s|$)/.test(body) ? undefined : title
}

/** A property of this name would be read as the settings of Quire. */
function keyOf(key: string): string {
  const name = Array.from(key.trim() || 'property')
    .slice(0, maxKeyLength)
    .join('')
  return name === quireKey ? `${name} 2` : name
}
