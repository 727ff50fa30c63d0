import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import type { ListedFile } from './file-row.tsx'
import { kindOf } from './kinds.tsx'
import { t } from './messages.ts'
import classes from './files.module.css'

/** The part of a text that is shown; the rest is in the download. */
const maxPreviewBytes = 200_000

/** What is in a file, as far as a browser can show it without running any of it. */
export function Preview({ file }: { file: ListedFile }) {
  const { url, name, mimeType, size } = file
  const [failed, setFailed] = useState<string>()
  const kind = kindOf(mimeType)
  const media = { src: url, onError: () => setFailed(url) }
  if (failed === url) {
    return <NoPreview>{t.previewFailed}</NoPreview>
  }
  if (kind === 'image') return <img className={classes['image']} alt={name} {...media} />
  if (kind === 'audio') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was uploaded has none
      <audio
        className={classes['audio']}
        aria-label={name}
        controls
        preload="metadata"
        {...media}
      />
    )
  }
  if (kind === 'video') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was uploaded has none
      <video
        className={classes['video']}
        aria-label={name}
        controls
        preload="metadata"
        {...media}
      />
    )
  }
  if (kind === 'text' && size > 0) return <TextPreview url={url} size={size} />
  if (kind === 'pdf' && navigator.pdfViewerEnabled) {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the answer has it; here it stops the viewer
    return <iframe className={classes['document']} src={url} title={name} />
  }
  return <NoPreview>{t.noPreview}</NoPreview>
}

function NoPreview({ children }: { children: string }) {
  return (
    <div className={classes['none']} role="status">
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  )
}

function TextPreview({ url, size }: { url: string; size: number }) {
  const { data, error } = useQuery({
    queryKey: ['files', 'text', url],
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${maxPreviewBytes - 1}` }
      const answer = await fetch(url, { headers, signal })
      if (!answer.ok) throw new TypeError(`The file did not load: ${answer.status}`)
      return answer.text()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Skeleton h={160} />
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- to be scrolled by keyboard */}
      <pre dir="auto" className={classes['text']} tabIndex={0} aria-label={t.content}>
        {data}
      </pre>
      {size > maxPreviewBytes && (
        <Text size="xs" c="dimmed">
          {t.previewCut}
        </Text>
      )}
    </>
  )
}
