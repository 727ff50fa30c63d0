import { type OpenSite, pageAddress } from '../../domain/sharing/sites/open-site.ts'
import { html } from '../../domain/sharing/sites/rendering/html.ts'
import { titleOf } from '../../domain/sharing/sites/rendering/parts.ts'
import { toIso } from '../../lib/clock.ts'
import { markdownAddress } from './page.ts'

const maxInFeed = 50

/** https://www.sitemaps.org/protocol.html */
export function renderSitemap(site: OpenSite, origin: string): string {
  const urls = site.pages.all.map((page) => {
    const address = html`${origin}${pageAddress(site.basePath, page)}`.html
    return `<url><loc>${address}</loc><lastmod>${toIso(page.updatedAt)}</lastmod></url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`
}

/** The pages that changed last, as https://www.rfc-editor.org/rfc/rfc4287 */
export function renderFeed(site: OpenSite, origin: string): string {
  const newest = site.pages.all.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, maxInFeed)
  const [latest] = newest
  const entries = newest.map((page) => {
    const url = `${origin}${pageAddress(site.basePath, page)}`
    return html`<entry
      ><title>${titleOf(site, page)}</title><id>${url}</id><link href="${url}" /><updated
        >${toIso(page.updatedAt)}</updated
      ></entry
    > `
  })
  const { title, description } = site.row
  const address = `${origin}${site.basePath}/`
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <title>${title}</title>${description !== '' && html`<subtitle>${description}</subtitle>`}
    <id>${address}</id><link href="${address}" /><link rel="self" href="${address}feed.xml" />
    <author><name>${title}</name></author>
    <updated>${toIso(latest?.updatedAt ?? 0)}</updated>
    ${entries}</feed
  > `
  return `<?xml version="1.0" encoding="UTF-8"?>\n${feed.html}`
}

/** https://llmstxt.org */
export function renderLlmsText(site: OpenSite, origin: string): string {
  const { row, texts } = site
  const description = row.description === '' ? '' : `> ${inMarkdown(row.description)}\n\n`
  const links = site.pages.all.map(
    (page) => `- [${inMarkdown(titleOf(site, page))}](${origin}${markdownAddress(site, page)})\n`,
  )
  return `# ${inMarkdown(row.title)}\n\n${description}## ${texts.pages}\n\n${links.join('')}`
}

function inMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]<>*_`]/g, String.raw`\$&`)
}
