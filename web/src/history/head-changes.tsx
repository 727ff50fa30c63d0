import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from './messages.ts'
import type { HeadChange } from './version-queries.ts'

/** The title and the icon of a page, each before and after the change. */
export function HeadChanges({ changes }: { changes: readonly HeadChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="head-changes" aria-label={t.titleAndIcon}>
      {changes.map(({ field, from, to }) => (
        <HeadChangeLine key={field} field={field} from={from} to={to} />
      ))}
    </ul>
  )
}

function HeadChangeLine({ field, from, to }: Pick<HeadChange, 'field' | 'from' | 'to'>) {
  const isTitle = field === 'title'
  const empty = isTitle ? t.untitled : t.noIcon
  const values = { from: from || empty, to: to || empty }
  return (
    <li>
      <VisuallyHidden>{isTitle ? t.titleChanged(values) : t.iconChanged(values)}</VisuallyHidden>
      <span aria-hidden className="head-changes-name">
        {isTitle ? t.fieldTitle : t.fieldIcon}
      </span>
      <span aria-hidden>
        <del dir="auto">{values.from}</del>{' '}
        <IconArrowRight size={14} className="head-changes-arrow" />{' '}
        <ins dir="auto">{values.to}</ins>
      </span>
    </li>
  )
}
