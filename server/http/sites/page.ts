import type { PublicPage } from '../../domain/document/public/public-page.ts'
import type { OpenSite } from '../../domain/sharing/sites/open-site.ts'
import { pageAddress } from '../../domain/sharing/sites/open-site.ts'
import { type Html, html } from '../../domain/sharing/sites/rendering/html.ts'
import {
  article,
  children,
  contents,
  steps,
  titleOf,
  trail,
} from '../../domain/sharing/sites/rendering/parts.ts'
import type { SitePage } from '../../domain/sharing/sites/site-pages.ts'
import { layout } from './layout.ts'

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
      ${article(site, { page, body, lead: isRoot ? row.description : '' })} ${children(site, page)}
      ${steps(site, page)}
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
    html` <link rel="alternate" type="text/markdown" href="${markdownAddress(site, page)}" />
      <link
        rel="alternate"
        type="application/atom+xml"
        title="${row.title}"
        href="${basePath}/feed.xml"
      />`,
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
