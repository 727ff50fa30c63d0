import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '../../vendor/icons/icons.ts'
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

function textsOf(field: HeadChange['field']) {
  if (field === 'title') {
    return { label: t.fieldTitle, empty: t.untitled, changed: t.titleChanged }
  }
  return field === 'icon'
    ? { label: t.fieldIcon, empty: t.noIcon, changed: t.iconChanged }
    : { label: t.fieldProperties, empty: t.noProperties, changed: t.propertiesChanged }
}

function HeadChangeLine({ field, from, to }: Pick<HeadChange, 'field' | 'from' | 'to'>) {
  const { label, empty, changed } = textsOf(field)
  const values = { from: from || empty, to: to || empty }
  return (
    <li>
      <VisuallyHidden>{changed(values)}</VisuallyHidden>
      <span aria-hidden className="head-changes-name">
        {label}
      </span>
      <span aria-hidden>
        <del dir="auto">{values.from}</del>{' '}
        <IconArrowRight size={14} className="head-changes-arrow" />{' '}
        <ins dir="auto">{values.to}</ins>
      </span>
    </li>
  )
}
