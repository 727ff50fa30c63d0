import { type RefObject, useLayoutEffect, useState } from 'react'
import { t } from '../messages.ts'
import { movedCaret } from './moved-caret.ts'

type Props = {
  title: string
  field: RefObject<HTMLTextAreaElement | null>
  change: (title: string) => void
  /** Called when the person goes on into the text. */
  done: () => void
}

/** The title, which others may change while the person is in it. */
export function TitleField({ title, field, change, done }: Props) {
  // React would put the cursor to the end with each change of others.
  const [first] = useState(title)
  useLayoutEffect(() => {
    if (field.current !== null) showTitle(field.current, title)
  })
  return (
    <textarea
      ref={field}
      className="page-title"
      aria-label={t.title}
      dir="auto"
      placeholder={t.untitled}
      rows={1}
      maxLength={255}
      defaultValue={first}
      onChange={(event) => change(event.currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        done()
      }}
    />
  )
}

/** With the cursor left in the text around it. */
function showTitle(field: HTMLTextAreaElement, title: string): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = field
  if (value === title) return
  field.value = title
  if (document.activeElement !== field) return
  const at = (position: number) => movedCaret(value, title, position)
  field.setSelectionRange(at(selectionStart), at(selectionEnd), selectionDirection)
}
