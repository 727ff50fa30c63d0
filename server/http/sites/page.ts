import type { PublicPage } from '../../domain/document/public/public-page.ts'
import type { OpenSite } from '../../domain/sharing/sites/open-site.ts'
import { pageAddress } from '../../domain/sharing/sites/open-site.ts'
import type { SitePage } from '../../domain/sharing/sites/site-pages.ts'
import { type Html, html, safeHtml } from './html.ts'
import { layout, titleOf } from './layout.ts'

const minHeadings = 2
const maxHeadingLevel = 3
const maxListed = 500

/** A page of a site. `origin` begins its absolute addresses. */
export function renderPage(
  site: OpenSite,
  { page, body, origin }: { page: SitePage; body: PublicPage; origin: string },
): string {
  const { row, texts } = site
  const name = titleOf(site, page)
  const isRoot = page.parent === undefined
  const title = isRoot ? row.title : `${name} · ${row.title}`
  return layout({
    site,
    title,
    language: body.language,
    direction: body.direction,
    head: head(site, { page, body, origin }),
    current: page,
    main: html`${trail(site, page)}
      <article>
        <h1 dir="auto">
          ${page.icon !== null && html`<span class="icon" aria-hidden="true">${page.icon}</span>`}${name}
        </h1>
        ${isRoot && row.description !== '' && html`<p class="lead" dir="auto">${row.description}</p>`}
        ${safeHtml(body.html)}
      </article>
      ${children(site, page)} ${steps(site, page)}
      <p class="end" lang="${texts.language}">
        <a href="${markdownAddress(site, page)}">${site.texts.markdown}</a>
      </p>`,
    aside: contents(site, body),
  })
}

export function markdownAddress({ basePath }: OpenSite, page: SitePage): string {
  return page.path === '' ? `${basePath}/index.md` : `${pageAddress(basePath, page)}.md`
}

function head(
  site: OpenSite,
  { page, body, origin }: { page: SitePage; body: PublicPage; origin: string },
): Html[] {
  const { row, basePath } = site
  const url = `${origin}${pageAddress(basePath, page)}`
  const isRoot = page.parent === undefined
  const description = (isRoot && row.description) || body.description
  const image = body.image === '' ? '' : `${origin}${body.image}`
  return [
    html`<link rel="canonical" href="${url}" />`,
    html` <link rel="alternate" type="text/markdown" href="${markdownAddress(site, page)}" />`,
    html`${
      description !== '' &&
      html` <meta name="description" content="${description}" />
        <meta property="og:description" content="${description}" />`
    }`,
    html`${row.isIndexed === 0 && html` <meta name="robots" content="noindex" />`}`,
    html` <meta property="og:title" content="${isRoot ? row.title : titleOf(site, page)}" />
      <meta property="og:type" content="${isRoot ? 'website' : 'article'}" />
      <meta property="og:url" content="${url}" />
      <meta property="og:site_name" content="${row.title}" />
      <meta property="og:locale" content="${body.language.replaceAll('-', '_')}" />`,
    html`${image !== '' && html` <meta property="og:image" content="${image}" />`}`,
    html` <meta
      name="twitter:card"
      content="${image === '' ? 'summary' : 'summary_large_image'}"
    />`,
  ]
}

function trail(site: OpenSite, page: SitePage): Html | undefined {
  const ancestors: SitePage[] = []
  for (let one = page.parent; one !== undefined; one = one.parent) ancestors.unshift(one)
  if (ancestors.length === 0) return undefined
  const links = ancestors.map(
    (one) =>
      html`<li>
        <a href="${pageAddress(site.basePath, one)}" dir="auto">${titleOf(site, one)}</a>
      </li>`,
  )
  return html`<nav class="trail" aria-label="${site.texts.breadcrumb}">
    <ol>
      ${links}
    </ol>
  </nav>`
}

function children(site: OpenSite, page: SitePage): Html | undefined {
  if (page.children.length === 0) return undefined
  const links = page.children.slice(0, maxListed).map(
    (one) =>
      html`<li>
        <a href="${pageAddress(site.basePath, one)}" dir="auto">${titleOf(site, one)}</a>
      </li>`,
  )
  return html`<section class="more" lang="${site.texts.language}">
    <h2>${site.texts.inThisSection}</h2>
    <ul>
      ${links}
    </ul>
  </section>`
}

/** The pages before and after in the tree. */
function steps(site: OpenSite, page: SitePage): Html | undefined {
  const index = site.pages.all.indexOf(page)
  const previous = site.pages.all[index - 1]
  const next = site.pages.all[index + 1]
  if (previous === undefined && next === undefined) return undefined
  const { texts, basePath } = site
  const step = (one: SitePage | undefined, rel: string, label: string) =>
    one !== undefined &&
    html`<a rel="${rel}" href="${pageAddress(basePath, one)}"
      ><span>${label}</span><bdi>${titleOf(site, one)}</bdi></a
    >`
  return html`<nav class="steps" lang="${site.texts.language}" aria-label="${texts.adjacentPages}">
    ${step(previous, 'prev', texts.previous)}${step(next, 'next', texts.next)}
  </nav>`
}

function contents(site: OpenSite, { headings }: PublicPage): Html | undefined {
  const shown = headings.filter(({ level }) => level <= maxHeadingLevel)
  if (shown.length < minHeadings) return undefined
  const links = shown.map(
    ({ id, text, level }) =>
      html`<li${level > 2 && html` class="sub"`}><a href="#${encodeURIComponent(id)}" dir="auto">${text}</a></li>`,
  )
  return html`<aside class="toc" lang="${site.texts.language}">
    <nav aria-label="${site.texts.onThisPage}">
      <h2>${site.texts.onThisPage}</h2>
      <ul>
        ${links}
      </ul>
    </nav>
  </aside>`
}
