import type { ContentNode } from '../node.ts'
import type { UrlMap } from '../urls.ts'
import { pagePath } from '../vocabulary.ts'
import { sectionAnchor } from './anchors.ts'

/** `[[target]]`, `[[target|text]]` and `![[target]]`. */
export const wikilinkPattern = String.raw`(!?)\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]`

const everywhere = new RegExp(wikilinkPattern, 'g')

/** A wikilink that is text. */
export type TextWikilink = {
  /** The index of its text among the nodes, and its place in that text. */
  index: number
  from: number
  to: number
  isEmbed: boolean
  /** The title or path of the page that it names. */
  name: string
  target: string
  label: string | undefined
}

/** The target of a wikilink as it is written. A vertical bar in a table has a backslash before it. */
export function wikilinkTargetIn(given: string): string {
  return given.replace(/\\$/, '').trim()
}

/** The target of a URL in the form `[[target]]`, which a map of addresses gets for a wikilink. */
export function wikilinkTarget(url: string): string | undefined {
  return url.startsWith('[[') && url.endsWith(']]') ? url.slice(2, -2) : undefined
}

/** The title or path of the page that a target names; '' for the page itself. */
export function wikilinkName(target: string): string {
  const [name = ''] = target.split('#', 1)
  return name.trim().replace(/\.(?:md|markdown)$/i, '')
}

/** The address of a target on a page. */
export function wikilinkAddress(target: string, pageId: string): string {
  return `${pagePath}${pageId}${wikilinkAnchor(target)}`
}

/** The place in the page that a target names, with `#`; '' for the page. */
export function wikilinkAnchor(target: string): string {
  const [, ...sections] = target.split('#')
  const section = sections.at(-1)?.trim() ?? ''
  return section === '' ? '' : sectionAnchor(section)
}

/** The wikilinks in the text of a block, outside of links and code. */
export function wikilinksIn(nodes: readonly ContentNode[]): TextWikilink[] {
  return nodes.flatMap((node, index) => {
    const text = node.type === 'text' ? (node.text ?? '') : ''
    if (!text.includes('[[') || !isPlain(node)) return []
    return Array.from(text.matchAll(everywhere)).flatMap((match) => {
      const [source, sign, given = '', label] = match
      const target = wikilinkTargetIn(given)
      const name = wikilinkName(target)
      const [from, to] = [match.index, match.index + source.length]
      // The reader of Markdown takes these for links of CommonMark.
      if (name === '' || text.charAt(to) === '(') return []
      return [{ index, from, to, isEmbed: sign === '!', name, target, label: label?.trim() }]
    })
  })
}

function isPlain({ marks = [] }: ContentNode): boolean {
  return marks.every(({ type }) => type !== 'code' && type !== 'link')
}

/** Further links of one page to pages that do not exist are text. */
const maxNames = 1000

/** A map of addresses, and the names of pages in the wikilinks that it has no address for. */
export function noteWanted(map: UrlMap): { map: UrlMap; wanted: () => string[] } {
  const names = new Set<string>()
  const noted: UrlMap = (url) => {
    const address = map(url)
    const target = address === url ? wikilinkTarget(url) : undefined
    const name = target === undefined ? '' : wikilinkName(target)
    if (name !== '' && names.size < maxNames) names.add(name)
    return address
  }
  return { map: noted, wanted: () => [...names] }
}
