import { ActionIcon, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconExternalLink } from '../../../vendor/icons/icons.ts'
import { t } from '../messages.ts'
import { type FieldProps, textOf, useDraft, useStoredDraft } from './field.ts'

/** Fields of values that are written as one text. */

const day = /^\d{4}-\d{2}-\d{2}$/
const address = /^https?:\/\/\S+$/i

export function TextField(props: FieldProps) {
  const { property, change, error } = props
  const draft = useStoredDraft(props, (text) => change(text === '' ? null : text))
  return (
    <Textarea
      {...draft}
      variant="unstyled"
      autosize
      dir="auto"
      placeholder={t.empty}
      aria-label={property.key}
      error={error}
    />
  )
}

export function NumberField({ property, change, error }: FieldProps) {
  const draft = useDraft(textOf(property.value), (text) => change(numberOf(text)))
  return (
    <TextInput
      {...draft}
      variant="unstyled"
      inputMode="decimal"
      placeholder={t.empty}
      aria-label={property.key}
      error={error}
    />
  )
}

/** What is not a number is stored as text, with a warning. */
function numberOf(text: string): string | number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const value = Number(trimmed.replace(',', '.'))
  return Number.isFinite(value) ? value : trimmed
}

export function DateField({ property, change, error }: FieldProps) {
  const text = textOf(property.value)
  const draft = useDraft(text, (next) => change(next === '' ? null : next))
  // A date with a time of day, or what is none.
  const isText = text !== '' && !day.test(text)
  return (
    <TextInput
      {...draft}
      variant="unstyled"
      type={isText ? 'text' : 'date'}
      max="9999-12-31"
      aria-label={property.key}
      error={error}
    />
  )
}

export function UrlField({ property, change, error }: FieldProps) {
  const text = textOf(property.value)
  const draft = useDraft(text, (next) => change(next.trim() === '' ? null : next.trim()))
  return (
    <TextInput
      {...draft}
      variant="unstyled"
      type="url"
      dir="ltr"
      placeholder={t.empty}
      aria-label={property.key}
      error={error}
      rightSection={
        address.test(text) && (
          <ActionIcon
            component="a"
            href={text}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="gray"
            aria-label={t.openLink({ address: text })}
          >
            <IconExternalLink size={16} />
          </ActionIcon>
        )
      }
    />
  )
}

export function CheckboxField({ property, change, error }: FieldProps) {
  const [pressed, setPressed] = useState<boolean>()
  const press = async (next: boolean) => {
    setPressed(next)
    await change(next)
    setPressed(undefined)
  }
  return (
    <Checkbox
      checked={pressed ?? property.value === true}
      onChange={(event) => void press(event.currentTarget.checked)}
      aria-label={property.key}
      error={error}
    />
  )
}
