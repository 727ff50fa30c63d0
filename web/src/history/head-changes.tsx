import { VisuallyHidden } from '@mantine/core'
import { pageFields } from '../../../server/lib/page-fields.ts'
import type { HeadChange } from './version-queries.ts'

/** The title and the icon of a page, each as it was and as it became. */
export function HeadChanges({ changes }: { changes: readonly HeadChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="head-changes" aria-label="Title and icon">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className="head-changes-name">{pageFields[field].label}</span>{' '}
          <span>
            <VisuallyHidden>changed from </VisuallyHidden>
            <del>{from || pageFields[field].empty}</del> <span aria-hidden>→</span>{' '}
            <VisuallyHidden>to </VisuallyHidden>
            <ins>{to || pageFields[field].empty}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}
