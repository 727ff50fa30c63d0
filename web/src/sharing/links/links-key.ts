import type { PageIds } from '../permissions.ts'

export function linksKey({ workspaceId, pageId }: PageIds) {
  return ['links', workspaceId, pageId] as const
}
