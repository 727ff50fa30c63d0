import { mapInSlices } from '../../../../lib/time-slices.ts'
import type { PublicPage } from '../../../document/public/public-page.ts'
import { type Html, html, safeHtml } from '../../../sharing/sites/rendering/html.ts'
import {
  article,
  children,
  contents,
  linkList,
  type NamedLink,
  type PageSet,
  steps,
  titleOf,
  trail,
} from '../../../sharing/sites/rendering/parts.ts'
import type { ShownPage } from '../../../sharing/sites/site-pages.ts'
import type { SiteTexts } from '../../../sharing/sites/texts.ts'

/** The folder of the pages, next to the index. */
export const pagesFolder = 'pages'
export const styleFile = 'style.css'
export const indexFile = 'index.html'

/** Nothing in an exported page runs, even when it is opened from a disk. */
const policy = "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"

export type ExportedSet = PageSet & {
  /** Of the page or workspace that was exported. */
  title: string
}

/** A page of an export. `files` are those that its text does not link to. */
export function renderPage(
  set: ExportedSet,
  { page, body, files }: { page: ShownPage; body: PublicPage; files: readonly NamedLink[] },
): string {
  const start = { href: `../${indexFile}`, title: set.title }
  return document(set.texts, {
    title: titleOf(set, page),
    language: body.language,
    direction: body.direction,
    base: '../',
    main: html`${trail(set, page, [start])} ${article(set, { page, body })}
    ${linkList(set, set.texts.files, files)} ${children(set, page)} ${steps(set, page)}`,
    aside: contents(set, body),
  })
}

/** The tree of all pages. */
export async function renderIndex(
  { texts, title, pages }: ExportedSet,
  direction: PublicPage['direction'],
): Promise<string> {
  const list = await treeList(texts, pages.all)
  return document(texts, {
    title,
    language: texts.language,
    direction,
    base: '',
    main: html`<article>
      <h1 dir="auto">${title}</h1>
      ${list}
    </article>`,
  })
}

/** Without recursion: a tree can be deep. */
async function treeList(texts: SiteTexts, all: readonly ShownPage[]): Promise<Html> {
  const depths = new Map<ShownPage, number>()
  const parts: string[] = []
  let last = -1
  await mapInSlices(all, (page) => {
    const depth = page.parent === undefined ? 0 : (depths.get(page.parent) ?? 0) + 1
    depths.set(page, depth)
    parts.push(depth > last ? '<ul>' : `</li>${'</ul></li>'.repeat(last - depth)}`)
    const icon = page.icon !== null && html`<span aria-hidden="true">${page.icon}</span> `
    const href = `${pagesFolder}/${encodeURIComponent(page.path)}`
    const link = html`${icon}<a href="${href}" dir="auto">${titleOf({ texts }, page)}</a>`
    parts.push(`<li>${link.html}`)
    last = depth
  })
  if (last >= 0) parts.push('</li></ul>'.repeat(last + 1))
  return safeHtml(parts.join('\n'))
}

type Frame = {
  title: string
  language: string
  direction: PublicPage['direction']
  /** The way to the folder of the index. */
  base: '' | '../'
  main: Html
  aside?: Html | undefined
}

function document(texts: SiteTexts, { base, main, aside, ...page }: Frame): string {
  return html`<!doctype html>
    <html lang="${page.language}" dir="${page.direction}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="${base}${styleFile}" />
      </head>
      <body>
        <a class="skip" href="#content" lang="${texts.language}">${texts.skip}</a>
        <div class="frame">
          <main id="content" tabindex="-1">${main}</main>
          ${aside}
        </div>
      </body>
    </html> `.html
}
