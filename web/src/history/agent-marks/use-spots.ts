import { useEffect, useState } from 'react'
import { findBlocks, type KnownBlock } from './find-blocks.ts'

/** Where a mark is in the article, in pixels, and which run wrote the blocks beside it. */
export type Spot = {
  top: number
  height: number
  /** Across from the handle and the boxes of a block, which are where its lines begin. */
  side: 'left' | 'right'
  runId: string
  number: number
}

/** A block with the run that wrote it. */
export type MarkedBlock = KnownBlock & { runId: string }

const bodySelector = '.ProseMirror, .page-static'
/** While someone writes, marks follow this much later. */
const pauseMs = 200

/** The places of the marks, which follow the text while someone writes. */
export function useSpots(
  article: HTMLElement | null,
  blocks: readonly MarkedBlock[],
): readonly Spot[] {
  const [spots, setSpots] = useState<readonly Spot[]>([])
  useEffect(() => {
    if (article === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => setSpots(spotsOf(article, blocks))
    const readSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(read, pauseMs)
    }
    read()
    const mutations = new MutationObserver(readSoon)
    mutations.observe(article, { childList: true, characterData: true, subtree: true })
    const sizes = new ResizeObserver(readSoon)
    sizes.observe(article)
    return () => {
      clearTimeout(timer)
      mutations.disconnect()
      sizes.disconnect()
    }
  }, [article, blocks])
  return spots
}

function spotsOf(article: HTMLElement, blocks: readonly MarkedBlock[]): Spot[] {
  const body = article.querySelector(bodySelector)
  if (body === null) return []
  const elements = findBlocks(body, blocks)
  const { top: start } = article.getBoundingClientRect()
  const spots: Spot[] = []
  let before: Element | undefined
  for (const { number, runId } of blocks) {
    const element = elements.get(number)
    if (element === undefined) continue
    const { top, bottom } = element.getBoundingClientRect()
    const side = sideOf(element)
    const last = spots.at(-1)
    // Neighbouring blocks of a run have one mark.
    if (last?.runId === runId && last.side === side && before === element.previousElementSibling) {
      last.height = bottom - start - last.top
    } else spots.push({ top: top - start, height: bottom - top, side, runId, number })
    before = element
  }
  return spots
}

function sideOf(element: HTMLElement): Spot['side'] {
  const directed = element.matches('[dir]') ? element : element.querySelector('[dir]')
  return getComputedStyle(directed ?? element).direction === 'rtl' ? 'left' : 'right'
}
