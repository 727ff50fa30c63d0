import { NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import { type InvalidEvent, useEffect, useRef, useState } from 'react'
import { currentLocale } from '../lib/language.ts'
import { useFieldError } from '../ui/forms/form.tsx'
import { serverTexts as t } from './messages.ts'

export type NumberField = {
  name: string
  label: string
  description?: string
  /** How many units of the server one unit of the field is. */
  unit?: number
  min?: number
  max: number
  /** Whether the field may be empty, which means no limit. */
  isOptional?: boolean
}

export type Numbers = Record<string, number | string | boolean | null>

/** Integers in a `Form`, in two columns where there is room. */
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

function OneNumber({ field, value }: { field: NumberField; value: Numbers[string] }) {
  const { name, label, description, unit = 1, min = 0, max, isOptional } = field
  const [typed, setTyped] = useState(typeof value === 'number' ? value / unit : '')
  const [isSubmitted, setSubmitted] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const outside = typed === '' ? '' : outOfRange(Number(typed), min, max)
  const refused = useFieldError(name)
  // Keeps the form from being sent, as an empty required field does.
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
      // Typed numbers are never changed: people would overlook it.
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      {...separators()}
      withAsterisk={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isOptional === true ? { placeholder: t.noLimit } : { required: true })}
    />
  )
}

/** The browser's own bubble would cover the same message below the field. */
function replaceBubble(event: InvalidEvent<HTMLInputElement>): void {
  event.preventDefault()
  const field = event.currentTarget
  if (field.form?.querySelector('input:invalid') === field) field.focus()
}

/** How the reader's locale writes a number, in the digits that the field takes. */
function separators() {
  const parts = new Intl.NumberFormat(currentLocale(), { numberingSystem: 'latn' }).formatToParts(
    1_000_000.5,
  )
  const valueOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value
  return { thousandSeparator: valueOf('group') ?? ',', decimalSeparator: valueOf('decimal') ?? '.' }
}

/** Why a number is refused; empty if it is not. */
function outOfRange(number: number, min: number, max: number): string {
  if (number < min) return t.tooSmall({ min })
  return number > max ? t.tooLarge({ max }) : ''
}

/** The values of the fields, in the units of the server. */
export function readNumbers(
  fields: readonly NumberField[],
  values: Record<string, string>,
): Record<string, number | null> {
  return Object.fromEntries(
    fields.map(({ name, unit = 1 }) => {
      const typed = (values[name] ?? '').replaceAll(/\D/g, '')
      return [name, typed === '' ? null : Number(typed) * unit]
    }),
  )
}

type Choice = { value: string; label: string }

/** A choice in a `Form`. */
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
