import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../page-query.ts'
import { useWorkspace } from '../workspace.tsx'
import { type Level, roleLevels } from './levels.ts'

/** The level of the person on a page that is open; until it is loaded, that of their role. */
export function usePageLevel(workspaceId: string, pageId: string): Level {
  const { role } = useWorkspace().workspace
  const { data } = useQuery({ ...pageQuery(workspaceId, pageId), enabled: false })
  return data?.level ?? roleLevels[role]
}
