import type { OpenSite } from '../../domain/sharing/sites/open-site.ts'
import { pageAddress } from '../../domain/sharing/sites/open-site.ts'
import { type Html, html } from '../../domain/sharing/sites/rendering/html.ts'
import { titleOf } from '../../domain/sharing/sites/rendering/parts.ts'
import { styleAddress } from '../../domain/sharing/sites/rendering/style.ts'
import type { SitePage } from '../../domain/sharing/sites/site-pages.ts'

/** What surrounds the content of every page of a site. */
export type Frame = {
  site: OpenSite
  title: string
  language: string
  direction: 'ltr' | 'rtl'
  /** Further elements of the head. */
  head: readonly Html[]
  current?: SitePage
  query?: string
  main: Html
  aside?: Html | undefined
}

/** Siblings that the navigation shows at most on each level. */
const maxSiblings = 500

export function layout({ site, current, query = '', ...page }: Frame): string {
  const { row, texts, basePath } = site
  const words = html`lang="${texts.language}"`
  return html`<!doctype html>
    <html lang="${page.language}" dir="${page.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        ${page.head}
        <link rel="stylesheet" href="${styleAddress}" />
      </head>
      <body>
        <a class="skip" href="#content" ${words}>${texts.skip}</a>
        <header class="top" ${words}>
          <a href="${basePath}/" dir="auto">${row.title}</a>
          <form class="find" role="search" action="${basePath}/search" method="get">
            <input
              type="search"
              name="q"
              value="${query}"
              aria-label="${texts.searchLabel}"
              placeholder="${texts.search}"
              maxlength="200"
              dir="auto"
            />
            <button type="submit">${texts.search}</button>
          </form>
        </header>
        <details class="menu" ${words}>
          <summary>${texts.menu}</summary>
          ${navigation(site, current)}
        </details>
        <div class="frame">
          <div class="side" ${words}>${navigation(site, current)}</div>
          <main id="content" tabindex="-1">${page.main}</main>
          ${page.aside}
        </div>
      </body>
    </html> `.html
}

function navigation(site: OpenSite, current: SitePage | undefined): Html {
  const { root } = site.pages
  const open = new Set<SitePage>()
  for (let page = current; page !== undefined; page = page.parent) open.add(page)
  return html`<nav class="pages" aria-label="${site.texts.pages}">
    <ul>
      <li>${link(site, root, current)}</li>
      ${items(site, root, { open, current })}
    </ul>
  </nav>`
}

function items(
  site: OpenSite,
  parent: SitePage,
  state: { open: ReadonlySet<SitePage>; current: SitePage | undefined },
): Html[] {
  return parent.children.slice(0, maxSiblings).map((page) => {
    const below = state.open.has(page) && page.children.length > 0
    return html`<li>
      ${link(site, page, state.current)}${
        below &&
        html`<ul>
          ${items(site, page, state)}
        </ul>`
      }
    </li>`
  })
}

function link(site: OpenSite, page: SitePage, current: SitePage | undefined): Html {
  const mark = page === current && html` aria-current="page"`
  return html`<a href="${pageAddress(site.basePath, page)}" dir="auto" ${mark}
    >${titleOf(site, page)}</a
  >`
}
