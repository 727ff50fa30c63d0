import type { PublicPage } from '../../../document/public/public-page.ts'
import { pageAddress, type ShownPages } from '../open-site.ts'
import type { ShownPage } from '../site-pages.ts'
import { type Html, html, safeHtml } from './html.ts'

/** Pages that are shown together: those of a site, or of an export. */
export type PageSet = Pick<ShownPages, 'texts' | 'basePath' | 'pages'>

export type NamedLink = { href: string; title: string }

const minHeadings = 2
const maxHeadingLevel = 3
const maxListed = 500

/** The first page of a site has the title of the site. */
export function titleOf({ texts }: Pick<PageSet, 'texts'>, { title }: ShownPage): string {
  return title.trim() === '' ? texts.untitled : title
}

export function article(
  set: PageSet,
  { page, body, lead = '' }: { page: ShownPage; body: PublicPage; lead?: string },
): Html {
  return html`<article>
    <h1 dir="auto">
      ${page.icon !== null && html`<span class="icon" aria-hidden="true">${page.icon}</span>`}${titleOf(set, page)}
    </h1>
    ${lead !== '' && html`<p class="lead" dir="auto">${lead}</p>`} ${safeHtml(body.html)}
  </article>`
}

/** The way from `first` to the page. */
export function trail(
  set: PageSet,
  page: ShownPage,
  first: readonly NamedLink[] = [],
): Html | undefined {
  const ancestors: NamedLink[] = []
  for (let one = page.parent; one !== undefined; one = one.parent) {
    ancestors.unshift({ href: pageAddress(set.basePath, one), title: titleOf(set, one) })
  }
  const steps = [...first, ...ancestors]
  if (steps.length === 0) return undefined
  return html`<nav class="trail" aria-label="${set.texts.breadcrumb}">
    <ol>
      ${linkItems(steps)}
    </ol>
  </nav>`
}

export function children(set: PageSet, page: ShownPage): Html | undefined {
  const links = page.children.slice(0, maxListed).map((one) => ({
    href: pageAddress(set.basePath, one),
    title: titleOf(set, one),
  }))
  return linkList(set, set.texts.inThisSection, links)
}

/** A titled list of links below a page; undefined without links. */
export function linkList(
  { texts }: Pick<PageSet, 'texts'>,
  title: string,
  links: readonly NamedLink[],
): Html | undefined {
  if (links.length === 0) return undefined
  return html`<section class="more" lang="${texts.language}">
    <h2>${title}</h2>
    <ul>
      ${linkItems(links)}
    </ul>
  </section>`
}

function linkItems(links: readonly NamedLink[]): Html[] {
  return links.map(
    ({ href, title }) =>
      html`<li>
        <a href="${href}" dir="auto">${title}</a>
      </li>`,
  )
}

/** The pages before and after in the tree. */
export function steps(set: PageSet, page: ShownPage): Html | undefined {
  const { texts, basePath, pages } = set
  const index = pages.all.indexOf(page)
  const previous = pages.all[index - 1]
  const next = pages.all[index + 1]
  if (previous === undefined && next === undefined) return undefined
  const step = (one: ShownPage | undefined, rel: string, label: string) =>
    one !== undefined &&
    html`<a rel="${rel}" href="${pageAddress(basePath, one)}"
      ><span>${label}</span><bdi>${titleOf(set, one)}</bdi></a
    >`
  return html`<nav class="steps" lang="${texts.language}" aria-label="${texts.adjacentPages}">
    ${step(previous, 'prev', texts.previous)}${step(next, 'next', texts.next)}
  </nav>`
}

export function contents(
  { texts }: Pick<PageSet, 'texts'>,
  { headings }: PublicPage,
): Html | undefined {
  const shown = headings.filter(({ level }) => level <= maxHeadingLevel)
  if (shown.length < minHeadings) return undefined
  const links = shown.map(
    ({ id, text, level }) =>
      html`<li${level > 2 && html` class="sub"`}><a href="#${encodeURIComponent(id)}" dir="auto">${text}</a></li>`,
  )
  return html`<aside class="toc" lang="${texts.language}">
    <nav aria-label="${texts.onThisPage}">
      <h2>${texts.onThisPage}</h2>
      <ul>
        ${links}
      </ul>
    </nav>
  </aside>`
}
