import type { sites, Viewer } from '../../../store/index.ts'
import type { ShownPage, SitePages } from './site-pages.ts'
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
  fileAddresses: FileAddresses
}

/** The addresses of files that a page links to, by their ID. Other files have none. */
export type FileAddresses = (
  pageId: string,
  fileIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** What decides how pages are read and shown: those of a site, or of an export in the rights of a reader. */
export type ShownPages = Pick<OpenSite, 'viewer' | 'texts' | 'basePath' | 'fileAddresses'> & {
  pages: { all: readonly ShownPage[]; byId: ReadonlyMap<string, ShownPage> }
  /** `pageId` is the page at the top; undefined for those of a workspace. */
  row: Pick<sites.LiveSite, 'workspaceId'> & { pageId: string | undefined }
}

/** The path of a page, escaped. */
export function pageAddress(basePath: string, { path }: ShownPage): string {
  return `${basePath}/${encodeURIComponent(path)}`
}
