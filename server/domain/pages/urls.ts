import type { Context } from '../context.ts'
import type { PageAddress } from './tree.ts'

/** Without a public URL, the path: the reader knows at which address it reached the server. */
export function urlOf({ publicUrl }: Pick<Context, 'publicUrl'>, path: string): string {
  return `${publicUrl ?? ''}${path}`
}

/** The legacy URL of a page, which redirects to the canonical one. */
export function pageUrl(context: Context, { workspaceId, pageId }: PageAddress): string {
  return urlOf(context, `/workspaces/${workspaceId}/pages/${pageId}`)
}

/** The canonical URL of a page. */
export function canonicalUrl(context: Context, pageId: string): string {
  return urlOf(context, `/pages/${pageId}`)
}
