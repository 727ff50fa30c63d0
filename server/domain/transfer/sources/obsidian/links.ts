import { posix } from 'node:path'
import { headingSeparator } from '../../../../../content/links/address.ts'
import { headingAnchor } from '../../../../../content/links/anchors.ts'
import { mimeTypeOf } from '../../../files/mime-types.ts'
import { isMarkdown } from '../../import/scan.ts'
import { decoded } from '../folder/addresses.ts'
import { relativeUrl } from '../folder/output.ts'
import type { Losses } from '../losses.ts'
import type { Vault } from './vault.ts'

export type Note = { path: string; vault: Pick<Vault, 'find' | 'at'>; losses: Losses }

const wikilink = /(!?)\[\[([^[\]\n|]{0,500})(?:\\?\|([^[\]\n]{0,500}))?\]\]/g
const size = /^(\d{1,5})(?:x(\d{1,5}))?$/
const images = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$/i

/** `[[Note#Heading|text]]` as a link, `![[image.png|300]]` as an image, `![[Note]]` as an embedded page. */
export function replaceWikilinks(text: string, note: Note): string {
  const shownPart = { start: text.search(/\S/), end: text.trimEnd().length }
  return text.replaceAll(
    wikilink,
    (match: string, sign: string, given: string, label: string | undefined, at: number) => {
      const link = readTarget(note, given)
      const { path, name, anchor } = link
      const shown = label?.trim() || link.label
      if (name === '' && anchor === '') return label === undefined ? match : escaped(shown)
      if (path === undefined && name !== '') {
        note.losses.changed(sign === '' ? 'link to a missing note' : 'missing attachment')
        return escaped(shown)
      }
      const url = path === undefined ? anchor : relativeUrl(note.path, path, anchor)
      if (sign === '') return writeLink(path, shown, url)
      if (path === undefined || isMarkdown(path)) {
        return embedNote(note, {
          shown,
          url,
          edges: edgesOf(text, shownPart, at, at + match.length),
        })
      }
      return embedFile(note, path, url, label)
    },
  )
}

type Target = { name: string; path: string | undefined; anchor: string; label: string }

function readTarget({ path: from, vault }: Note, given: string): Target {
  const [target = '', ...sections] = given.replace(/\\$/, '').split('#')
  const name = target.trim()
  const section = sections.at(-1)?.trim() ?? ''
  const path = name === '' ? undefined : vault.find(from, name)
  const isNote = path === undefined || isMarkdown(path)
  const anchor = section === '' || !isNote ? '' : anchorOf(section)
  const title = posix.basename(name).replace(/\.md$/i, '')
  const heading = section.replace(/^\^/, '')
  const parts = [title, ...(anchor === '' ? [] : [heading])].filter((part) => part !== '')
  return { name, path, anchor, label: parts.join(headingSeparator) }
}

/** A block has the name after `^`, a heading the name that Quire gives it. */
function anchorOf(section: string): string {
  if (section.startsWith('^')) return `#${encodeURIComponent(section.slice(1))}`
  return `#${encodeURIComponent(headingAnchor(section, new Map()))}`
}

/** A link to a file has the details that make it a file of the page. */
function writeLink(path: string | undefined, label: string, url: string): string {
  if (path === undefined || isMarkdown(path)) return `[${escaped(label)}](${url})`
  return `[${escaped(label)}](${url} "file, ${mimeTypeOf(path)}")`
}

type Embed = { shown: string; url: string; edges: Edges | undefined }

/** A page can be embedded as a block of its own only. */
function embedNote({ losses }: Note, { shown, url, edges }: Embed): string {
  if (edges !== undefined) return `${edges.before}![${escaped(shown)}](${url})${edges.after}`
  losses.changed('embed within text')
  return `[${escaped(shown)}](${url})`
}

function embedFile({ losses }: Note, path: string, url: string, label: string | undefined): string {
  const name = posix.basename(path)
  const [, width, height] = size.exec(label?.trim() ?? '') ?? []
  const alt = width === undefined ? (label?.trim() ?? name) : name
  if (images.test(path)) return imageOf(url, alt, width, height)
  if (/\.(?:canvas|base|excalidraw)$/i.test(path)) losses.changed('canvas')
  return `![${escaped(name)}](${url} "file, ${mimeTypeOf(path)}")`
}

function imageOf(url: string, alt: string, width?: string, height?: string): string {
  if (width === undefined) return `![${escaped(alt)}](${url})`
  const text = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const high = height === undefined ? '' : ` height="${height}"`
  return `<img src="${url}" alt="${text}" width="${width}"${high}>`
}

/** Without the white space at both ends of a text. */
type Part = { start: number; end: number }

type Edges = { before: string; after: string }

/** The line breaks that make a line a paragraph; undefined if there is more on the line. */
function edgesOf(text: string, shownPart: Part, start: number, end: number): Edges | undefined {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const rest = lineEnd < 0 ? /^[ \t]*$/ : /^[ \t]*\r?$/
  const isAlone =
    /^[ \t]*$/.test(text.slice(lineStart, start)) &&
    rest.test(text.slice(end, lineEnd < 0 ? undefined : lineEnd))
  if (!isAlone) return undefined
  const isSeparate = start === shownPart.start || text.slice(start - 2, start) === '\n\n'
  return { before: isSeparate ? '' : '\n', after: end === shownPart.end ? '' : '\n' }
}

const markdownLink = /(!?)\[([^\]\n]{0,500})\]\((?:<([^<>\n]{1,1000})>|([^\s<>()]{1,1000}))\)/g

/** Links to files by their name alone, and images with a size in their text. */
export function replaceMarkdownLinks(text: string, { path: from, vault }: Note): string {
  return text.replaceAll(
    markdownLink,
    (match: string, sign: string, label: string, quoted?: string, plain?: string) => {
      const url = quoted ?? plain ?? ''
      const [, alt = label, width, height] = /^(.*?)\|(\d{1,5})(?:x(\d{1,5}))?$/.exec(label) ?? []
      const found = findFile(vault, from, url)
      if (sign !== '' && width !== undefined) return imageOf(found ?? url, alt, width, height)
      return found === undefined ? match : `${sign}[${label}](${found})`
    },
  )
}

/** The address of a file that is not at its path but elsewhere in the vault. */
function findFile(vault: Note['vault'], from: string, url: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|[#?\\])/i.test(url)) return undefined
  const [address = '', ...anchors] = url.split('#')
  const path = decoded(address)
  // As everywhere in Markdown, a path begins at the folder of the note.
  const nearby = path.startsWith('/') ? undefined : vault.at(posix.join(posix.dirname(from), path))
  const found = nearby ?? vault.find(from, path)
  const anchor = decoded(anchors.join('#'))
  if (anchor === '' && found === posix.join(posix.dirname(from), path)) return undefined
  return found === undefined
    ? undefined
    : relativeUrl(from, found, anchor === '' || !isMarkdown(found) ? '' : anchorOf(anchor))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]*_`<]/g, String.raw`\$&`)
}
