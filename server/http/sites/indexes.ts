import { type OpenSite, pageAddress } from '../../domain/sharing/sites/open-site.ts'
import { html } from '../../domain/sharing/sites/rendering/html.ts'
import { titleOf } from '../../domain/sharing/sites/rendering/parts.ts'
import { toIso } from '../../lib/clock.ts'
import { markdownAddress } from './page.ts'

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
