import { type RefObject, useEffect, useState } from 'react'

export type OutlineEntry = { text: string; level: number }

const headings = ['h1', 'h2', 'h3'].map((tag) => `.page-content ${tag}`).join(',')
/** Milliseconds without a change: the outline need not follow each letter. */
const pause = 400

/** Without those of other pages that the page shows. */
export function headingsIn(article: Element): HTMLElement[] {
  return [...article.querySelectorAll<HTMLElement>(headings)].filter(
    (heading) => heading.textContent.trim() !== '' && heading.closest('.page-embed') === null,
  )
}

/** The headings of the text as it is shown, whoever shows it. */
export function useOutline(article: RefObject<HTMLElement | null>): OutlineEntry[] {
  const [outline, setOutline] = useState<OutlineEntry[]>([])
  useEffect(() => {
    const { current } = article
    if (current === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      const next = headingsIn(current).map((heading) => ({
        text: heading.textContent,
        level: Number(heading.tagName.slice(1)),
      }))
      setOutline((was) => (JSON.stringify(was) === JSON.stringify(next) ? was : next))
    }
    const observer = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(update, pause)
    })
    observer.observe(current, { childList: true, characterData: true, subtree: true })
    update()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [article])
  return outline
}
