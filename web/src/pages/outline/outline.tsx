import type { RefObject } from 'react'
import { t } from '../messages.ts'
import { headingsIn } from './use-outline.ts'
import type { OutlineEntry } from './use-outline.ts'

type Props = {
  entries: readonly OutlineEntry[]
  article: RefObject<HTMLElement | null>
  onGo?: () => void
}

/** The table of contents. */
export function Outline({ entries, article, onGo }: Props) {
  const top = Math.min(...entries.map(({ level }) => level))
  const numbered = entries.map((entry, index) => ({ ...entry, id: `${index} ${entry.text}` }))
  const go = (index: number) => {
    const heading = article.current === null ? undefined : headingsIn(article.current)[index]
    heading?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    onGo?.()
  }
  return (
    <nav className="outline" aria-label={t.outline}>
      <p className="outline-title">{t.outline}</p>
      <ol>
        {numbered.map(({ id, text, level }, index) => (
          <li key={id}>
            <button
              type="button"
              dir="auto"
              style={{ paddingInlineStart: 10 + (level - top) * 12 }}
              onClick={() => go(index)}
            >
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
