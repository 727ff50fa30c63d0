import { checkDocument } from '../../../../../content/document.ts'
import { countLosses, type Losses } from '../losses.ts'
import { countMarkup } from '../markup-limits.ts'
import { emptyDocument, type ReadPage } from '../read-page.ts'
import type { Cleaned } from './cleaned.ts'
import { cleanConfluence, isConfluence } from './dialects/confluence.ts'
import { cleanGoogle, isGoogle } from './dialects/google-docs.ts'
import { cleanNotion, isNotion } from './dialects/notion.ts'
import { takeImages } from './inline-images.ts'
import { readFlow } from './read-blocks.ts'
import { all, byTag, type Element, first, parseHtml, rewrite, stylesOf, textOf } from './tree.ts'

/** Reads the HTML of a page, and what the program that wrote it says of it. */
export function readHtmlPage(html: string): ReadPage {
  countMarkup().add(html, false)
  const root = parseHtml(html)
  const losses = countLosses()
  const cleaned = clean(root, losses)
  const stated = first(root, byTag('title'))
  return readCleaned({ ...cleaned, title: cleaned.title ?? (stated && textOf(stated)) }, losses)
}

/** Reads the elements of a page without what only its program writes. */
export function readCleaned(cleaned: Cleaned, losses: Losses): ReadPage {
  const { hasStyles = false, title, icon, properties = {}, fileNames = {} } = cleaned
  const body = withoutHidden(cleaned.body, losses)
  const blocks = readFlow(body.children, { losses, hasStyles, targets: targetsOf(body) })
  const head = { title, icon, properties, fileNames }
  const checked = checkDocument({ type: 'doc', content: blocks })
  if (checked.ok) return { ...head, ...takeImages(checked.document), losses: losses.counts() }
  losses.lost('page content')
  const problem = checked.reason
  return { ...head, document: emptyDocument, images: [], losses: losses.counts(), problem }
}

function clean(root: Element, losses: Losses): Cleaned {
  if (isNotion(root)) return cleanNotion(root, losses)
  if (isConfluence(root)) return cleanConfluence(root, losses)
  if (isGoogle(root)) return cleanGoogle(root, losses)
  return { body: first(root, byTag('body')) ?? root }
}

/** What a browser does not show is no text of the page: drafts, and remarks for later. */
function withoutHidden(body: Element, losses: Losses): Element {
  return rewrite(body, (node) => {
    const isHidden = 'hidden' in node.attributes || stylesOf(node).get('display') === 'none'
    if (!isHidden) return undefined
    if (textOf(node) !== '' || all(node, byTag('img')).length > 0) losses.lost('hidden text')
    return []
  })
}

/** The names in a page that its links lead to. */
function targetsOf(body: Element): ReadonlySet<string> {
  const targets = new Set<string>()
  for (const { attributes } of all(body, byTag('a'))) {
    const href = attributes['href'] ?? ''
    if (href.startsWith('#')) targets.add(href.slice(1))
  }
  return targets
}
