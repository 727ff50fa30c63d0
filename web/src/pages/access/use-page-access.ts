import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onChange } from '../../lib/changes/changes.ts'
import { client } from '../../lib/client.ts'
import { isCode } from '../../lib/errors.ts'
import { type OpenedPage, pageQuery } from '../../lib/page-query.ts'
import type { PageSync } from '../saving/page-sync.ts'
import { missingOr } from '../saving/send-changes.ts'

/** A person who lost access gets no event of it, as they may not know of the page. */
const checkIntervalMs = 60_000

/** Closes the page when the person can no longer open it, and shows what they may do with it now. */
export function usePageAccess(saver: PageSync, workspaceId: string, page: OpenedPage): void {
  const queries = useQueryClient()
  const { id: pageId, breadcrumb } = page
  const lineage = breadcrumb.map(({ id }) => id).join(' ')
  useEffect(() => {
    const ancestorIds = lineage === '' ? [] : lineage.split(' ')
    const check = async () => {
      const query = pageQuery(workspaceId, pageId)
      try {
        const { version } = await queries.fetchQuery({ ...query, staleTime: 0 })
        if (isLost(saver)) await saver.retry()
        saver.noteRemoteVersion(version)
      } catch (error) {
        if (!isCode(error, 'PAGE_NOT_FOUND')) return
        const failure = await missingOr({ workspaceId, pageId, ancestorIds }, error)
        if (failure.kind !== 'refused' || failure.reason !== 'lost') return
        saver.failed({ reason: failure.reason, message: failure.message })
      }
    }
    const look = () => {
      if (document.visibilityState === 'hidden') return
      client.pages.stats({ workspaceId, pageId }).then(
        () => {
          if (isLost(saver)) void check()
        },
        (error: unknown) => {
          if (isCode(error, 'PAGE_NOT_FOUND') && !isLost(saver)) void check()
        },
      )
    }
    const stop = onChange(({ type }) => {
      if (type === 'page.permissions_changed') void check()
    })
    const timer = setInterval(look, checkIntervalMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [saver, queries, workspaceId, pageId, lineage])
}

function isLost({ status }: PageSync): boolean {
  return status.kind === 'failed' && status.reason === 'lost'
}
