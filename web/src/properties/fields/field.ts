import { type KeyboardEvent, useState } from 'react'
import type { Definition, PageIds, PageProperties, Property } from '../property-queries.ts'

export type GivenValue = string | number | boolean | string[] | null

/** What every field of a property gets. */
export type FieldProps = {
  page: PageIds
  property: Property
  definition: Definition | undefined
  /** The names of the people and pages among the values. */
  names: Pick<PageProperties, 'people' | 'pages'>
  /** What does not fit the schema. */
  error: string | undefined
  /** Resolves when the property has the value, or has its old value again. */
  change: (value: GivenValue) => Promise<void>
}

/** A text while someone types it: changes of others do not replace it. */
export function useDraft(value: string, commit: (text: string) => void) {
  const [draft, setDraft] = useState<string>()
  const finish = () => {
    if (draft !== undefined && draft !== value) commit(draft)
    setDraft(undefined)
  }
  return {
    value: draft ?? value,
    onChange: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    onBlur: finish,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault()
        finish()
      } else if (event.key === 'Escape') {
        event.stopPropagation()
        setDraft(undefined)
      }
    },
  }
}

export function textOf(value: Property['value']): string {
  if (Array.isArray(value)) return value.join(', ')
  return value === null ? '' : String(value)
}
