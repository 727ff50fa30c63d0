import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../ui/error-notice.tsx'
import type { ListedFile } from './file-row.tsx'
import { kindOf } from './kinds.tsx'
import classes from './files.module.css'

/** Of a text so many bytes are shown; the rest is in the download. */
const textShown = 200_000

/** What is in a file, as far as a browser can show it without running any of it. */
export function Preview({ file }: { file: ListedFile }) {
  const { url, name, mimeType, size } = file
  const kind = kindOf(mimeType)
  if (kind === 'image') return <img className={classes['image']} src={url} alt={name} />
  if (kind === 'audio') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was uploaded has none
    return <audio className={classes['media']} src={url} controls preload="metadata" />
  }
  if (kind === 'video') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what was uploaded has none
    return <video className={classes['media']} src={url} controls preload="metadata" />
  }
  if (kind === 'text' && size > 0) return <TextPreview url={url} size={size} />
  if (kind === 'pdf' && navigator.pdfViewerEnabled) {
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the answer has it; here it stops the viewer
    return <iframe className={classes['document']} src={url} title={name} />
  }
  return (
    <div className={classes['none']}>
      <Text size="sm" c="dimmed">
        There is no preview of this kind of file. Download it to look at it.
      </Text>
    </div>
  )
}

function TextPreview({ url, size }: { url: string; size: number }) {
  const { data, error } = useQuery({
    queryKey: ['files', 'text', url],
    queryFn: async ({ signal }) => {
      const headers = { range: `bytes=0-${textShown - 1}` }
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
      <pre className={classes['text']} tabIndex={0} aria-label="Content">
        {data}
      </pre>
      {size > textShown && (
        <Text size="xs" c="dimmed">
          This is the beginning. Download the file to see all of it.
        </Text>
      )}
    </>
  )
}
