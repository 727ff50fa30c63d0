import { posix } from 'node:path'
import { sectionAnchor } from '../../../../../content/links/anchors.ts'
import { isMarkdown } from '../../import/scan.ts'
import { decodedPath } from '../../links/read-url.ts'
import { relativeUrl } from '../folder/output.ts'
import type { Losses } from '../losses.ts'

/** Finds files of the vault: by name from a note, and by path. */
export type Vault = {
  find: (from: string, target: string) => string | undefined
  at: (path: string) => string | undefined
}

export type Note = { path: string; vault: Vault; losses: Losses }

const markdownLink = /(!?)\[([^\]\n]{0,500})\]\((?:<([^<>\n]{1,1000})>|([^\s<>()]{1,1000}))\)/g

/** Links to files by their name alone, and images with a size in their text. */
export function replaceMarkdownLinks(text: string, { path: from, vault }: Note): string {
  return text.replaceAll(
    markdownLink,
    (match: string, sign: string, label: string, quoted?: string, plain?: string) => {
      const url = quoted ?? plain ?? ''
      const [, alt = label, width, height] = /^(.*?)\|(\d{1,5})(?:x(\d{1,5}))?$/.exec(label) ?? []
      const found = findFile(vault, from, url)
      if (sign !== '' && width !== undefined) return sizedImage(found ?? url, alt, width, height)
      return found === undefined ? match : `${sign}[${label}](${found})`
    },
  )
}

const embed = /!\[\[([^[\]\n|#]{1,500})[^[\]\n]{0,500}\]\]/g

/** Notes that are embedded within a line are shown as links. */
export function countEmbeds(text: string, losses: Losses): void {
  for (const line of text.split('\n')) {
    for (const [match, target = ''] of line.matchAll(embed)) {
      const isNote = isMarkdown(target) || posix.extname(target) === ''
      if (isNote && line.trim() !== match) losses.changed('embed within text')
    }
  }
}

/** The address of a file that is not at its path but elsewhere in the vault. */
function findFile(vault: Note['vault'], from: string, url: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|[#?\\])/i.test(url)) return undefined
  const [address = '', ...anchors] = url.split('#')
  const path = decodedPath(address)
  // As everywhere in Markdown, a path begins at the folder of the note.
  const nearby = path.startsWith('/') ? undefined : vault.at(posix.join(posix.dirname(from), path))
  const found = nearby ?? vault.find(from, path)
  const anchor = decodedPath(anchors.join('#'))
  if (anchor === '' && found === posix.join(posix.dirname(from), path)) return undefined
  return found === undefined
    ? undefined
    : relativeUrl(from, found, anchor === '' || !isMarkdown(found) ? '' : sectionAnchor(anchor))
}

function sizedImage(url: string, alt: string, width: string, height?: string): string {
  const text = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const high = height === undefined ? '' : ` height="${height}"`
  return `<img src="${url}" alt="${text}" width="${width}"${high}>`
}
