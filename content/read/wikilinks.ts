import type { Env, MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import { escapeHtml } from '../html/escape.ts'
import { headingSeparator } from '../links/address.ts'
import { wikilinkPattern, wikilinkTargetIn } from '../links/wikilinks.ts'
import type { UrlMap } from '../urls.ts'
import { filePath, pagePath } from '../vocabulary.ts'

const wikilink = new RegExp(wikilinkPattern, 'y')
export const embedSize = /^(?:(.*)\|)?(\d{1,5})(?:x(\d{1,5}))?$/s
const image = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$/i
const mimeTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
}

/**
 * `[[target#heading|text]]` and `![[target|300]]` of wikis. The map of the environment gets `[[target]]` and returns its
 * address; what it returns unchanged stays text.
 */
export function useWikilinks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'wiki_embeds', (state) => {
    if (urlMapOf(state.env) !== undefined) state.tokens = separateEmbeds(state)
  })
  md.inline.ruler.before('link', 'wikilink', read)
}

/** Whether a token has an address of the map, which must not be mapped again. */
export function isMapped(token: Token): boolean {
  return token.meta?.['isMapped'] === true
}

export type WikiEnvironment = { urlMap?: UrlMap | undefined }

function urlMapOf(env: Env): UrlMap | undefined {
  // SAFETY: `tokenize` is the only function that sets the environment.
  return (env as WikiEnvironment).urlMap
}

/** A page that is embedded on a line of its own is a paragraph of its own. */
function separateEmbeds({ env, tokens, Token }: StateCore): Token[] {
  return tokens.flatMap((token, index) => {
    const [open, close] = [tokens[index - 1], tokens[index + 1]]
    const { map, content } = token
    if (token.type !== 'inline' || open?.type !== 'paragraph_open' || close === undefined)
      return [token]
    if (map === null || !content.includes('\n') || !content.includes('![[')) return [token]
    const lines = content.split('\n')
    const isEmbed = lines.map((line) => embedsPage(line.trim(), urlMapOf(env)))
    if (!isEmbed.includes(true) || map[1] - map[0] !== lines.length) return [token]
    const result: Token[] = []
    for (let from = 0; from < lines.length;) {
      let to = from + 1
      while (isEmbed[from] !== true && to < lines.length && isEmbed[to] !== true) to += 1
      if (from > 0) result.push(copied(Token, open, map[0] + from, map[0] + to))
      const inline = copied(Token, token, map[0] + from, map[0] + to)
      inline.content = lines.slice(from, to).join('\n').trim()
      result.push(inline)
      if (to < lines.length) result.push(close)
      from = to
    }
    open.map = [map[0], result[0]?.map?.[1] ?? map[1]]
    return result
  })
}

function embedsPage(line: string, urlMap: UrlMap | undefined): boolean {
  wikilink.lastIndex = 0
  const [match, sign, given = ''] = wikilink.exec(line) ?? []
  if (match !== line || sign !== '!' || urlMap === undefined) return false
  return urlMap(`[[${wikilinkTargetIn(given)}]]`).startsWith(pagePath)
}

function copied(Token: StateCore['Token'], token: Token, from: number, to: number): Token {
  const copy = Object.assign(new Token(token.type, token.tag, token.nesting), token)
  copy.map = [from, to]
  if (copy.children !== null) copy.children = []
  return copy
}

function read(state: StateInline, silent: boolean): boolean {
  const urlMap = urlMapOf(state.env)
  if (urlMap === undefined || state.linkLevel > 0) return false
  const { src, pos } = state
  const bracket = src.charAt(pos) === '!' ? pos + 1 : pos
  if (!src.startsWith('[[', bracket)) return false
  wikilink.lastIndex = pos
  const [match, sign, given = '', label] = wikilink.exec(src) ?? []
  // `[[1]](#note)` is a link of CommonMark.
  if (match === undefined || src.charAt(pos + match.length) === '(') return false
  const target = wikilinkTargetIn(given)
  const url = `[[${target}]]`
  const address = urlMap(url)
  if (target === '' || address === url) return false
  if (!silent) {
    const link = { target, label: label?.trim() || undefined, address }
    if (sign === '!') pushEmbed(state, link, match.length === src.length)
    else pushLink(state, link)
  }
  state.pos = pos + match.length
  return true
}

type Wikilink = { target: string; label: string | undefined; address: string }

function pushLink(state: StateInline, { target, label, address }: Wikilink): void {
  const open = state.push('link_open', 'a', 1)
  open.attrs = [['href', address]]
  if (isWholeFile(address)) open.attrs.push(['title', fileTitle(target)])
  open.meta = { isMapped: true }
  state.push('text', '', 0).content = label ?? labelOf(target)
  state.push('link_close', 'a', -1)
}

/** A page can be embedded as a block of its own only, and a part of a file not at all. */
function pushEmbed(state: StateInline, link: Wikilink, isAlone: boolean): void {
  const { target, label = '', address } = link
  const isFile = address.startsWith(filePath)
  const name = labelOf(target.split('#', 1)[0] ?? '')
  const [sized, before, width, height] = embedSize.exec(label) ?? []
  if (isFile && image.test(name)) {
    const alt = (sized === undefined ? label : before) || name
    const src = address.split('#', 1)[0] ?? ''
    if (width === undefined) pushImage(state, src, alt)
    else pushTag(state, { src, alt, width, height })
  } else if (isWholeFile(address)) pushImage(state, address, name, fileTitle(target))
  else if (!isFile && isAlone) {
    pushImage(state, address, sized === undefined && label !== '' ? label : labelOf(target))
  } else pushLink(state, { ...link, label: sized === undefined ? label || undefined : undefined })
}

function isWholeFile(address: string): boolean {
  return address.startsWith(filePath) && !address.includes('#')
}

function pushImage(state: StateInline, src: string, alt: string, title?: string): void {
  const token = state.push('image', 'img', 0)
  token.attrs = [
    ['src', src],
    ['alt', ''],
  ]
  if (title !== undefined) token.attrs.push(['title', title])
  const text = new state.Token('text', '', 0)
  text.content = alt
  token.children = [text]
  token.content = alt
  token.meta = { isMapped: true }
}

type Sized = { src: string; alt: string; width: string; height: string | undefined }

function pushTag(state: StateInline, { src, alt, width, height }: Sized): void {
  const high = height === undefined ? '' : ` height="${height}"`
  const token = state.push('html_inline', '', 0)
  token.content = `<img src="${src}" alt="${escapeHtml(alt)}" width="${width}"${high}>`
  token.meta = { isMapped: true }
}

function fileTitle(target: string): string {
  const extension = target.slice(target.lastIndexOf('.') + 1).toLowerCase()
  const type = Object.hasOwn(mimeTypes, extension) ? mimeTypes[extension] : undefined
  return type === undefined ? 'file' : `file, ${type}`
}

/** The name of the page or file, and the heading. */
function labelOf(target: string): string {
  const [path = '', ...sections] = target.split('#')
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:md|markdown)$/i, '')
  const section = sections.at(-1)?.trim().replace(/^\^/, '') ?? ''
  return [name.trim(), section].filter((part) => part !== '').join(headingSeparator)
}
