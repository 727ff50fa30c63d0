import type { Context } from '../context.ts'
import type { PageAddress } from './tree.ts'

/** The legacy URL of a page, which redirects to the canonical one. */
export function pageUrl({ publicUrl }: Context, { workspaceId, pageId }: PageAddress): string {
  return `${publicUrl ?? ''}/workspaces/${workspaceId}/pages/${pageId}`
}

/** The canonical URL of a page. */
export function canonicalUrl({ publicUrl }: Context, pageId: string): string {
  return `${publicUrl ?? ''}/pages/${pageId}`
}
