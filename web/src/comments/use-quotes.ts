import { useEffect, useMemo, useState } from 'react'
import { clearRanges, rangesOf, showRanges } from './highlight.ts'
import type { Thread } from './use-threads.ts'

/** The body of the page on the screen: the editor's element, or what stands in its place. */
const bodySelector = '.page-article .ProseMirror, .page-article .page-static'
/** While someone writes, marks follow this much later. */
const pause = 200

/** Marks in the page what the open threads are about; a click on it chooses the thread. */
export function useQuotes(
  threads: readonly Thread[],
  activeId: string | null,
  choose: (threadId: string) => void,
): { scrollTo: (threadId: string) => void } {
  const [ranges, setRanges] = useState<ReadonlyMap<string, Range>>(new Map())
  const quoted = useMemo(
    () =>
      threads.flatMap(({ id, quote, isResolved }) =>
        quote === null || isResolved ? [] : [{ id, quote }],
      ),
    [threads],
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      const body = document.querySelector(bodySelector)
      setRanges(body === null ? new Map() : rangesOf(body, quoted))
    }
    read()
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(read, pause)
    })
    const article = document.querySelector('.page-article')
    if (article !== null) {
      observer.observe(article, { childList: true, characterData: true, subtree: true })
    }
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [quoted])
  useEffect(() => {
    showRanges(ranges, activeId)
    return clearRanges
  }, [ranges, activeId])
  useEffect(() => {
    const onClick = ({ clientX, clientY }: MouseEvent) => {
      for (const [id, range] of ranges) {
        const isOn = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
        )
        if (isOn) choose(id)
      }
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [ranges, choose])
  return {
    scrollTo: (threadId) => {
      const node = ranges.get(threadId)?.startContainer.parentElement
      node?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    },
  }
}
