import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { PageIcon } from '../../ui/emoji/page-icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import './link-preview.css'
import { t } from './messages.ts'
import type { Preview } from './use-link-preview.ts'

type Props = Preview & { workspaceId: string }

/** What the page behind a link is. Of a page that this person cannot read it shows nothing. */
export function LinkPreview({ workspaceId, pageId, link, close }: Props) {
  const card = useRef<HTMLDivElement>(null)
  const { data } = useQuery({
    queryKey: ['link-preview', workspaceId, pageId],
    queryFn: ({ signal }) => client.pageLinks.preview({ workspaceId, pageId }, { signal }),
    retry: false,
  })
  useLayoutEffect(() => {
    const { current } = card
    if (current === null || data === undefined) return undefined
    return autoUpdate(link, current, () => {
      if (!link.isConnected) return close()
      const middleware = [offset(6), flip({ padding: 8 }), shift({ padding: 8 })]
      void computePosition(link, current, { strategy: 'fixed', middleware }).then(({ x, y }) => {
        Object.assign(current.style, { left: `${x}px`, top: `${y}px`, visibility: 'visible' })
      })
    })
  }, [link, close, data])
  if (data === undefined) return null
  const path = data.ancestors.map(({ title }) => displayTitle(title)).join(' / ')
  return (
    <div ref={card} className="link-preview" role="tooltip" data-link-preview aria-live="polite">
      {path !== '' && (
        <p className="link-preview-path" dir="auto">
          {path}
        </p>
      )}
      <p className="link-preview-title" dir="auto">
        <PageIcon icon={data.icon} size={18} /> {displayTitle(data.title)}
      </p>
      <p className="link-preview-text" dir="auto">
        {data.text === '' ? t.empty : data.text}
      </p>
      <p className="link-preview-path">
        {t.edited({ ago: () => <RelativeTime at={data.updatedAt} /> })}
      </p>
    </div>
  )
}
