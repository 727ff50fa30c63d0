import { useEffect, useMemo, useState } from 'react'
import { clearRanges, rangesOf, showRanges } from './highlight.ts'
import type { Quote, Thread } from './use-threads.ts'

/** The body of the page on the screen: the editor's element, or what stands in its place. */
const bodySelector = '.page-article .ProseMirror, .page-article .page-static'
/** Names the text that a comment is being written about. */
const draftId = 'draft'
/** While someone writes, marks follow this much later. */
const pause = 200

const noContext = { prefix: '', suffix: '', start: null }

/** Marks in the page what the open threads are about; a click on it chooses the thread. */
export function useQuotes(
  threads: readonly Thread[],
  activeId: string | null,
  choose: (threadId: string) => void,
  draft?: Quote,
): { scrollTo: (threadId: string) => void } {
  const [ranges, setRanges] = useState<ReadonlyMap<string, Range>>(new Map())
  const quoted = useMemo(
    () => [
      ...threads.flatMap(({ id, quote, isResolved }) =>
        quote === null || isResolved ? [] : [{ id, quote }],
      ),
      ...(draft === undefined
        ? []
        : [{ id: draftId, quote: { ...noContext, block: null, ...draft } }]),
    ],
    [threads, draft],
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
    showRanges(ranges, draft === undefined ? activeId : draftId)
    return clearRanges
  }, [ranges, activeId, draft])
  useQuoteClicks(ranges, choose)
  return {
    scrollTo: (threadId) => {
      const node = ranges.get(threadId)?.startContainer.parentElement
      node?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    },
  }
}

function useQuoteClicks(
  ranges: ReadonlyMap<string, Range>,
  choose: (threadId: string) => void,
): void {
  useEffect(() => {
    const onClick = ({ clientX, clientY }: MouseEvent) => {
      for (const [id, range] of ranges) {
        const isOn = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
        )
        if (isOn && id !== draftId) choose(id)
      }
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [ranges, choose])
}
