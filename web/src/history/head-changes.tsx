import { VisuallyHidden } from '@mantine/core'
import type { HeadChange } from './version-queries.ts'

const names = { title: 'Title', icon: 'Icon' } as const
const absent = { title: 'Untitled', icon: 'None' } as const

/** The title and the icon of a page, each as it was and as it became. */
export function HeadChanges({ changes }: { changes: readonly HeadChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="head-changes" aria-label="Title and icon">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className="head-changes-name">{names[field]}</span>{' '}
          <span>
            <VisuallyHidden>changed from </VisuallyHidden>
            <del>{from || absent[field]}</del> <span aria-hidden>→</span>{' '}
            <VisuallyHidden>to </VisuallyHidden>
            <ins>{to || absent[field]}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}
