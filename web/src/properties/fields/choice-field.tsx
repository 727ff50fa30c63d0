import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../messages.ts'
import classes from '../properties.module.css'

export type Choice = { value: string; label: string; color?: string | undefined; href?: string }

type Props = {
  label: string
  error: string | undefined
  chosen: readonly Choice[]
  choices: readonly Choice[]
  isMany: boolean
  /** Whether a text that is no choice can become one. */
  canCreate: boolean
  search: string
  setSearch: (search: string) => void
  setOpen: (isOpen: boolean) => void
  change: (values: string[]) => void
}

/** Chooses one or several of a list that is searched while typing. */
export function ChoiceField({ label, error, chosen, choices, isMany, ...props }: Props) {
  const { canCreate, search, setSearch, setOpen, change } = props
  const combobox = useCombobox({
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
      setOpen(false)
    },
  })
  const values = chosen.map(({ value }) => value)
  const wanted = search.trim()
  const left = choices.filter(({ value }) => !values.includes(value))
  const isNew = canCreate && wanted !== '' && !choices.some((choice) => choice.label === wanted)
  const pick = (value: string) => {
    change(isMany ? [...values, value] : [value])
    setSearch('')
    if (!isMany) combobox.closeDropdown()
  }
  const drop = (value: string) => change(values.filter((one) => one !== value))
  return (
    <Combobox store={combobox} onOptionSubmit={pick} position="bottom-start">
      <Combobox.DropdownTarget>
        <PillsInput variant="unstyled" error={error} onClick={() => combobox.openDropdown()}>
          <Pill.Group gap={4}>
            {chosen.map((choice) => (
              <Pill
                key={choice.value}
                {...(choice.color !== undefined && { 'data-color': choice.color })}
                className={classes['pill'] ?? ''}
                withRemoveButton
                onRemove={() => drop(choice.value)}
                removeButtonProps={{
                  'aria-label': t.removeValue({ name: choice.label }),
                  'aria-hidden': false,
                }}
              >
                <ChoiceLabel choice={choice} />
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={label}
                dir="auto"
                placeholder={chosen.length === 0 ? t.empty : ''}
                value={search}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => combobox.closeDropdown()}
                onChange={(event) => {
                  combobox.openDropdown()
                  combobox.updateSelectedOptionIndex()
                  setSearch(event.currentTarget.value)
                }}
                onKeyDown={(event) => {
                  const last = values.at(-1)
                  if (event.key !== 'Backspace' || search !== '' || last === undefined) return
                  event.preventDefault()
                  drop(last)
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} className={classes['options'] ?? ''} aria-label={t.options}>
          {left.map((choice) => (
            <Combobox.Option key={choice.value} value={choice.value}>
              <bdi
                className={classes['pill']}
                {...(choice.color !== undefined && { 'data-color': choice.color })}
              >
                {choice.label}
              </bdi>
            </Combobox.Option>
          ))}
          {isNew && (
            <Combobox.Option value={wanted}>{t.createValue({ name: wanted })}</Combobox.Option>
          )}
          {left.length === 0 && !isNew && <Combobox.Empty>{t.nothingFound}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

export function ChoiceLabel({ choice: { label, href } }: { choice: Choice }) {
  if (href === undefined) return <bdi>{label}</bdi>
  return (
    <Link to={href} onClick={(event) => event.stopPropagation()}>
      <bdi>{label}</bdi>
    </Link>
  )
}
