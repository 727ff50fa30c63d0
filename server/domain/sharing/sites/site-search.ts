import { networkOf } from '../../administration/throttle.ts'
import type { Context } from '../../context.ts'
import { searchPages } from '../../search/search.ts'
import type { OpenSite } from './open-site.ts'
import type { SitePage } from './site-pages.ts'

export type SiteHit = { page: SitePage; text: string }

const limit = { max: 30, windowMs: 60_000 }
const maxHits = 20
export const maxQueryLength = 200

/** Searches the pages of a site. Throws RATE_LIMITED. */
export async function searchSite(
  context: Context,
  site: OpenSite,
  { query, address }: { query: string; address: string },
): Promise<SiteHit[]> {
  context.signIn.throttle.take({ subject: `site search of ${networkOf(address)}`, limit })
  const pageIds = site.pages.all.map(({ id }) => id)
  const input = { query: query.slice(0, maxQueryLength), k: maxHits, pageIds }
  const found = await searchPages({ ...context, viewer: site.viewer }, input)
  return found.flatMap(({ pageId, content }) => {
    const page = site.pages.byId.get(pageId)
    return page === undefined ? [] : [{ page, text: content }]
  })
}
