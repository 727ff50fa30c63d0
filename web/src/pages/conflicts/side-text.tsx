import type { DisputedLocation, Side } from '../saving/save-status.ts'
import { t } from './messages.ts'

/** Longer texts around a place are cut. */
const maxContext = 120

/** What one side has in a place: its words, marked, in the text around them. */
export function SideText({ location, side }: { location: DisputedLocation; side: Side }) {
  const text = side === 'mine' ? location.yours : location.theirs
  const { kind, name = '' } = location
  if (kind === 'attribute') return <mark dir="auto">{valueLabel(name, text)}</mark>
  if (kind === 'mark' && name !== 'link')
    return <mark dir="auto">{text === 'no' ? t.notFormatted : t.formatted}</mark>
  const [, words = text, address] = (name === 'link' && /^\[(.*)\]\((.*)\)$/s.exec(text)) || []
  return (
    <>
      <span>{endOf(location.before)}</span>
      {words.trim() === '' ? <del>{t.removed}</del> : <mark dir="auto">{words}</mark>}
      <span>{startOf(location.behind)}</span>
      {address !== undefined && (
        <span className="conflict-address">
          {t.linkTo({ address: () => <mark dir="ltr">{address}</mark> })}
        </span>
      )}
    </>
  )
}

/** What is in question beside words; undefined for words. */
export function subjectOf({ kind, name = '' }: DisputedLocation): string | undefined {
  if (kind !== 'attribute') return undefined
  switch (name) {
    case 'level':
      return t.level
    case 'language':
      return t.language
    case 'align':
      return t.align
    case 'src':
    case 'href':
      return t.address
    case 'label':
      return t.label
    case 'kind':
      return t.kind
    case 'checked':
      return t.checked
    default:
      return t.setting
  }
}

export function valueLabel(name: string, text: string): string {
  if (name === 'checked') return text === 'true' ? t.isChecked : t.isNotChecked
  return text === 'null' ? '–' : text
}

function endOf(text: string): string {
  if (text.length <= maxContext) return text
  return `…${text.slice(-maxContext).replace(/^[\uDC00-\uDFFF]/, '')}`
}

function startOf(text: string): string {
  if (text.length <= maxContext) return text
  return `${text.slice(0, maxContext).replace(/[\uD800-\uDBFF]$/, '')}…`
}
