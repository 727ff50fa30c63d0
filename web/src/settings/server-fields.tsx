import { NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import { useFieldError } from '../ui/form.tsx'

export type NumberField = {
  name: string
  label: string
  description?: string
  /** Shown in units of so many. */
  unit?: number
  min?: number
  max?: number
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
  return (
    <NumberInput
      name={name}
      label={label}
      description={description}
      error={useFieldError(name)}
      defaultValue={typeof value === 'number' ? value / unit : ''}
      min={min}
      {...(max === undefined ? {} : { max })}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      withAsterisk={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isOptional === true ? { placeholder: 'No limit' } : { required: true })}
    />
  )
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
