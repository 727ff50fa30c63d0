import { OptionField, PagesField, PeopleField } from './choice-fields.tsx'
import type { FieldProps } from './field.ts'
import { CheckboxField, DateField, NumberField, TextField, UrlField } from './text-fields.tsx'

const fields = {
  text: TextField,
  number: NumberField,
  date: DateField,
  checkbox: CheckboxField,
  select: OptionField,
  'multi-select': OptionField,
  person: PeopleField,
  page: PagesField,
  url: UrlField,
} as const

/** The field that fits the type of a property. */
export function PropertyField(props: FieldProps) {
  const Field = fields[props.property.type]
  return <Field {...props} />
}
