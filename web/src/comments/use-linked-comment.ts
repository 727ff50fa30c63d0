import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Thread } from './use-threads.ts'

const prefix = '#comment-'

type Panel = {
  /** Undefined while they load. */
  threads: readonly Thread[] | undefined
  /** Whether a newer list is on its way. */
  isFetching: boolean
  showsResolved: boolean
  showResolved: () => void
  choose: (threadId: string) => void
}

/** Shows the thread with the comment that the address names, once for each link; it may be resolved. */
export function useLinkedComment({
  threads,
  isFetching,
  showsResolved,
  showResolved,
  choose,
}: Panel): void {
  const { hash, key } = useLocation()
  const done = useRef<string>(undefined)
  useEffect(() => {
    if (threads === undefined || !hash.startsWith(prefix) || done.current === key) return
    const commentId = hash.slice(prefix.length)
    const thread = threads.find(({ comments }) => comments.some(({ id }) => id === commentId))
    if (thread === undefined && isFetching) return
    if (thread === undefined && !showsResolved) {
      showResolved()
      return
    }
    done.current = key
    if (thread === undefined) return
    choose(thread.id)
    document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'nearest' })
  }, [threads, isFetching, showsResolved, showResolved, choose, hash, key])
}
