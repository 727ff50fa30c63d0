import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  findInterrupted,
  listUploads,
  type UploadItem,
  watchUploads,
} from '../lib/uploads/upload.ts'

/** The uploads into a workspace; the list of files is read again with each that arrives. */
export function useUploads(workspaceId: string): UploadItem[] {
  const queries = useQueryClient()
  const all = useSyncExternalStore(watchUploads, listUploads)
  const uploads = useMemo(
    () => all.filter((item) => item.workspaceId === workspaceId),
    [all, workspaceId],
  )
  const done = uploads.filter(({ state }) => state === 'done').length
  useEffect(() => {
    void findInterrupted(workspaceId)
  }, [workspaceId])
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: ['files'] })
  }, [queries, done])
  return uploads
}
