import { type OpenSite, pageAddress } from '../../domain/sharing/sites/open-site.ts'
import { html } from '../../domain/sharing/sites/rendering/html.ts'
import { titleOf } from '../../domain/sharing/sites/rendering/parts.ts'
import type { SiteHit } from '../../domain/sharing/sites/site-search.ts'
import { layout } from './layout.ts'

/** The results of a search; undefined when there were too many searches. */
export function renderSearch(site: OpenSite, query: string, hits: SiteHit[] | undefined): string {
  const { texts, row } = site
  const words = html`lang="${texts.language}" dir="${site.direction}"`
  const items = (hits ?? []).map(
    ({ page, text }) =>
      html`<li>
        <a href="${pageAddress(site.basePath, page)}" dir="auto">${titleOf(site, page)}</a
        >${text !== '' && html`<p dir="auto">${text}</p>`}
      </li>`,
  )
  const summary = (): string => {
    if (hits === undefined) return texts.tooManySearches
    if (query === '') return ''
    if (hits.length === 0) return texts.noResults({ query })
    return texts.results({ count: hits.length, query })
  }
  return layout({
    site,
    title: `${texts.search} · ${row.title}`,
    language: texts.language,
    direction: site.direction,
    head: [html`<meta name="robots" content="noindex" />`],
    query,
    main: html`<h1 ${words}>${texts.search}</h1>
      <p ${words}>${summary()}</p>
      <ol class="hits">
        ${items}
      </ol>`,
  })
}
