import type { Context } from '../context.ts'
import type { PageAddress } from './tree.ts'

/** The page's address in its legacy form, which redirects to the canonical one. */
export function pageUrl({ publicUrl }: Context, { workspaceId, pageId }: PageAddress): string {
  return `${publicUrl ?? ''}/workspaces/${workspaceId}/pages/${pageId}`
}

/** The page's own address. */
export function canonicalUrl({ publicUrl }: Context, pageId: string): string {
  return `${publicUrl ?? ''}/pages/${pageId}`
}
