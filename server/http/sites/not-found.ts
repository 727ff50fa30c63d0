import type { OpenSite } from '../../domain/sharing/sites/open-site.ts'
import { html } from '../../domain/sharing/sites/rendering/html.ts'
import { styleAddress } from '../../domain/sharing/sites/rendering/style.ts'
import { layout } from './layout.ts'

/** The answer for an unknown page of a site. */
export function renderNotFound(site: OpenSite): string {
  const { texts, row, basePath } = site
  return layout({
    site,
    title: `${texts.notFound} · ${row.title}`,
    language: texts.language,
    direction: site.direction,
    head: [html`<meta name="robots" content="noindex" />`],
    main: html`<article>
      <h1>${texts.notFound}</h1>
      <p>${texts.notFoundHint}</p>
      <p><a href="${basePath}/">${texts.home}</a></p>
    </article>`,
  })
}

/** The same bytes for an unknown, an unpublished and a hidden site. */
export const noSite = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <title>Page not found</title>
      <link rel="stylesheet" href="${styleAddress}" />
    </head>
    <body>
      <div class="frame">
        <main id="content">
          <h1>Page not found</h1>
          <p>There is no public site at this address.</p>
        </main>
      </div>
    </body>
  </html> `.html
