import { NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import { type InvalidEvent, useEffect, useRef, useState } from 'react'
import { useFieldError } from '../ui/forms/form.tsx'

export type NumberField = {
  name: string
  label: string
  description?: string
  /** Shown in units of so many. */
  unit?: number
  min?: number
  max: number
  /** Whether the field may be empty, which is no limit. */
  isOptional?: boolean
}

export type Numbers = Record<string, number | string | null>

/** Whole numbers in a `Form`, two beside each other where there is room. */
export function NumberFields({
  fields,
  values,
}: {
  fields: readonly NumberField[]
  values: Numbers
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" maw={620}>
      {fields.map((field) => (
        <OneNumber key={field.name} field={field} value={values[field.name] ?? null} />
      ))}
    </SimpleGrid>
  )
}

function OneNumber({ field, value }: { field: NumberField; value: number | string | null }) {
  const { name, label, description, unit = 1, min = 0, max, isOptional } = field
  const [typed, setTyped] = useState(typeof value === 'number' ? value / unit : '')
  const [isSubmitted, setSubmitted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const outside = typed === '' ? '' : outsideWords(Number(typed), min, max)
  const refused = useFieldError(name)
  // Keeps the form from being sent, as an empty field does that has to be filled in.
  useEffect(() => input.current?.setCustomValidity(outside), [outside])
  return (
    <NumberInput
      ref={input}
      name={name}
      label={label}
      description={description}
      error={isSubmitted && outside !== '' ? outside : refused}
      value={typed}
      onChange={setTyped}
      onInvalid={(event) => {
        setSubmitted(true)
        if (outside !== '') replaceBubble(event)
      }}
      min={min}
      max={max}
      // What is typed stays as it is: a number that changes by itself is overlooked.
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      withAsterisk={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isOptional === true ? { placeholder: 'No limit' } : { required: true })}
    />
  )
}

/** The browser's own bubble would cover the same words below the field. */
function replaceBubble(event: InvalidEvent<HTMLInputElement>): void {
  event.preventDefault()
  const field = event.currentTarget
  if (field.form?.querySelector('input:invalid') === field) field.focus()
}

/** Why a number is refused; nothing where it is not. */
function outsideWords(number: number, min: number, max: number): string {
  if (number < min) return `Must be at least ${min.toLocaleString('en')}`
  return number > max ? `Must be at most ${max.toLocaleString('en')}` : ''
}

/** What the fields hold, as the server takes it. */
export function readNumbers(
  fields: readonly NumberField[],
  values: Record<string, string>,
): Record<string, number | null> {
  return Object.fromEntries(
    fields.map(({ name, unit = 1 }) => {
      const typed = (values[name] ?? '').replaceAll(',', '')
      return [name, typed === '' ? null : Number(typed) * unit]
    }),
  )
}

type Choice = { value: string; label: string }

/** One of a few, in a `Form`. */
export function ChoiceField({
  name,
  label,
  value,
  choices,
}: {
  name: string
  label: string
  value: string
  choices: readonly Choice[]
}) {
  return (
    <NativeSelect
      name={name}
      label={label}
      error={useFieldError(name)}
      defaultValue={value}
      data={[...choices]}
      maw={400}
    />
  )
}
