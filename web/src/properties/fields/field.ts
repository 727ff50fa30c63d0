import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTextDraft } from '../../lib/drafts/use-text-draft.ts'
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
  /** Resolves to whether the property has the value; otherwise it has its old value again. */
  change: (value: GivenValue) => Promise<boolean>
}

type Commit = (text: string) => Promise<boolean>

/** A text while someone types it: changes of others do not replace it, and it stays if the server refuses it. */
export function useDraft(value: string, commit: Commit) {
  return useCommittedDraft(value, commit).field
}

/** As `useDraft`, for a text that this browser stores until the server has it. */
export function useStoredDraft({ page, property }: FieldProps, commit: Commit) {
  const value = textOf(property.value)
  const forget = useRef(() => {})
  const { field, draft, base, show } = useCommittedDraft(value, async (text) => {
    const isStored = await commit(text)
    // The field may be gone, as in a view.
    if (isStored) forget.current()
    return isStored
  })
  const { pageId } = page
  const drop = useTextDraft({
    field: `property ${pageId} ${property.key}`,
    title: property.key,
    isOnPage: true,
    address: `/pages/${pageId}`,
    pageId,
    edit: draft,
    read: () => ({ texts: { text: draft ?? '' }, ...(base !== undefined && { base }) }),
    restore: ({ texts, base: before }) => show(texts['text'] ?? '', before === value),
  })
  useEffect(() => {
    forget.current = drop
  }, [drop])
  return field
}

type Draft = { text: string; base: string }

function useCommittedDraft(value: string, commit: Commit) {
  const [draft, setDraft] = useState<Draft>()
  const sent = useRef<string>(undefined)
  const send = async (text: string) => {
    if (sent.current === text) return
    sent.current = text
    const isStored = text === value || (await commit(text))
    sent.current = undefined
    if (isStored) setDraft((now) => (now?.text === text ? undefined : now))
  }
  const finish = () => {
    if (draft !== undefined) void send(draft.text)
  }
  const type = (text: string) => setDraft((now) => ({ text, base: now?.base ?? value }))
  const field = {
    value: draft?.text ?? value,
    onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value),
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
  return {
    field,
    draft: draft?.text,
    base: draft?.base,
    /** Shows what was typed on an earlier visit, and sends it if nothing changed since. */
    show: (text: string, isCurrent: boolean) => {
      type(text)
      if (isCurrent) void send(text)
    },
  }
}

export function textOf(value: Property['value']): string {
  if (Array.isArray(value)) return value.join(', ')
  return value === null ? '' : String(value)
}
