import { networkOf } from '../../administration/throttle.ts'
import type { Context } from '../../context.ts'
import { searchPages } from '../../search/search.ts'
import type { SitePage } from './site-pages.ts'
import type { OpenSite } from './site-reader.ts'

export type SiteHit = { page: SitePage; text: string }

const limit = { max: 30, windowMs: 60_000 }
const maxHits = 20
/** Hits in the workspace, of which those on the site are shown. */
const maxFound = 100
export const maxQueryLength = 200

/** Searches the pages of a site. Throws RATE_LIMITED. */
export async function searchSite(
  context: Context,
  site: OpenSite,
  { query, address }: { query: string; address: string },
): Promise<SiteHit[]> {
  context.signIn.throttle.take({ subject: `site search of ${networkOf(address)}`, limit })
  const input = { query: query.slice(0, maxQueryLength), k: maxFound }
  const found = await searchPages({ ...context, viewer: site.viewer }, input)
  return found
    .flatMap(({ pageId, content }) => {
      const page = site.pages.byId.get(pageId)
      return page === undefined ? [] : [{ page, text: content }]
    })
    .slice(0, maxHits)
}
