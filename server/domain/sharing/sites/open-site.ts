import type { sites, Viewer } from '../../../store/index.ts'
import type { SitePage, SitePages } from './site-pages.ts'
import type { SiteTexts } from './texts.ts'

/** A published site at one moment. */
export type OpenSite = {
  row: sites.LiveSite
  viewer: Viewer
  pages: SitePages
  texts: SiteTexts
  /** Changes whenever anything on the site may have changed. */
  revision: string
  direction: 'ltr' | 'rtl'
  /** The path of the site, such as `/sites/handbook`. */
  basePath: string
}

/** The path of a page, escaped. */
export function pageAddress(basePath: string, { path }: SitePage): string {
  return `${basePath}/${encodeURIComponent(path)}`
}
