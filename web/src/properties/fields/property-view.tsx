import { Anchor } from '@mantine/core'
import { formatDate } from '../../lib/dates.ts'
import { t } from '../messages.ts'
import { ChoiceLabel } from './choice-field.tsx'
import { listOf, optionChoices, pageChoices, personChoices } from './choice-fields.tsx'
import { type FieldProps, textOf } from './field.ts'
import classes from '../properties.module.css'

type Props = Pick<FieldProps, 'property' | 'definition' | 'names'>

const address = /^https?:\/\/\S+$/i
const day = /^\d{4}-\d{2}-\d{2}$/

/** A property that cannot be changed here. */
export function PropertyView({ property, definition, names }: Props) {
  const { type, value, yaml } = property
  if (yaml !== null) {
    return (
      <pre className={classes['yaml']} aria-description={t.nested} dir="ltr">
        {yaml}
      </pre>
    )
  }
  const text = textOf(value)
  if (typeof value === 'boolean') return <span>{value ? t.yes : t.no}</span>
  if (type === 'url' && address.test(text)) {
    return (
      <Anchor href={text} target="_blank" rel="noreferrer" dir="ltr">
        {text}
      </Anchor>
    )
  }
  if (type === 'date' && day.test(text)) {
    return <time dateTime={text}>{formatDate(`${text}T12:00:00`)}</time>
  }
  const choices = choicesOf({ property, definition, names })
  if (choices === undefined) return <span dir="auto">{text}</span>
  return (
    <span className={classes['pills']}>
      {choices.map((choice) => (
        <span key={choice.value} className={classes['pill']} data-color={choice.color}>
          <ChoiceLabel choice={choice} />
        </span>
      ))}
    </span>
  )
}

function choicesOf({ property: { type, value }, definition, names }: Props) {
  if (type === 'person') return personChoices(value, names.people)
  if (type === 'page') return pageChoices(value, names.pages)
  const isOption = type === 'select' || type === 'multi-select'
  return isOption ? optionChoices(listOf(value), definition) : undefined
}
