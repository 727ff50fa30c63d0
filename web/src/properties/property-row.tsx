import { Menu, TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '../../vendor/icons/icons.ts'
import { PropertyField } from './fields/property-field.tsx'
import { PropertyView } from './fields/property-view.tsx'
import { t } from './messages.ts'
import type { Change, PageIds, PageProperties, Property } from './property-queries.ts'
import { type PropertyType, typeChoices, typeIcons, typeName } from './property-types.ts'
import classes from './properties.module.css'

type Props = {
  page: PageIds
  property: Property
  data: PageProperties
  isEditable: boolean
  /** It was just added: its field has the focus. */
  isNew: boolean
  /** Whether the page has it, or only the schema. */
  isStored: boolean
  /** The keys around it. */
  before: readonly string[]
  after: readonly string[]
  change: (change: Change) => Promise<boolean>
  setType: (type: PropertyType) => void
}

/** The name of a property with its menu, and its value. */
export function PropertyRow(props: Props) {
  const { page, property, data, isEditable, isNew, change } = props
  const value = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isNew) value.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isNew])
  const definition = data.schema.find(({ key }) => key === property.key)
  const problem = data.errors.find(({ key }) => key === property.key)
  const error = problem && errorText(problem, property.type)
  const { key, type, yaml } = property
  const isField = isEditable && yaml === null
  return (
    <div className={classes['row']}>
      <dt className={classes['name']} title={definition?.description}>
        {isEditable ? <PropertyName {...props} /> : <NameLabel type={type} name={key} />}
      </dt>
      <dd ref={value} className={classes['value']}>
        {isField ? (
          <PropertyField
            page={page}
            property={property}
            definition={definition}
            names={data}
            error={error}
            change={(next) => change({ set: { [key]: givenValue(type, next) } })}
          />
        ) : (
          <PropertyView property={property} definition={definition} names={data} />
        )}
        {error !== undefined && !isField && <p className={classes['error']}>{error}</p>}
      </dd>
    </div>
  )
}

/** People and pages are sent with their type, because their IDs are texts. */
function givenValue(type: PropertyType, value: Property['value']) {
  const isNamed = type === 'person' || type === 'page'
  // SAFETY: fields give lists of texts only.
  const given = value as string | number | boolean | string[] | null
  return isNamed && given !== null ? { type, value: given } : given
}

function errorText({ problem }: PageProperties['errors'][number], type: PropertyType): string {
  if (problem === 'option') return t.wrongOption
  return problem === 'required' ? t.missing : t.wrongType({ type: typeName(type) })
}

function NameLabel({ type, name }: { type: PropertyType; name: string }) {
  const Icon = typeIcons[type]
  return (
    <span className={classes['label']}>
      <Icon size={16} aria-hidden />
      <bdi>{name}</bdi>
    </span>
  )
}

function PropertyName({ property, data, isStored, before, after, change, setType }: Props) {
  const [isRenaming, setRenaming] = useState(false)
  const { key, type } = property
  const stored = new Set(data.properties.map((one) => one.key))
  const earlier = before.filter((one) => stored.has(one))
  const later = after.find((one) => stored.has(one))
  const isTyped = data.schema.some((one) => one.key === key)
  const moveUp = () => change({ move: { key, after: earlier.at(-2) ?? null } })
  const moveDown = () => change({ move: { key, after: later ?? null } })
  const canMoveUp = isStored && earlier.length > 0
  const canMoveDown = isStored && later !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey) return
    if (event.key === 'ArrowUp' && canMoveUp) void moveUp()
    else if (event.key === 'ArrowDown' && canMoveDown) void moveDown()
    else return
    event.preventDefault()
  }
  if (isRenaming) {
    const rename = (name: string) => change({ rename: { [key]: name } })
    return (
      <RenameField name={key} taken={stored} rename={rename} close={() => setRenaming(false)} />
    )
  }
  return (
    <Menu position="bottom-start" shadow="md" width={220} withinPortal returnFocus>
      <Menu.Target>
        <UnstyledButton
          className={classes['nameButton'] ?? ''}
          aria-label={t.menu({ key })}
          onKeyDown={onKeyDown}
        >
          <NameLabel type={type} name={key} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isStored && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
              {t.rename}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowUp size={16} />}
              disabled={!canMoveUp}
              onClick={moveUp}
            >
              {t.moveUp}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} />}
              disabled={!canMoveDown}
              onClick={moveDown}
            >
              {t.moveDown}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              onClick={() => change({ remove: [key] })}
            >
              {t.remove}
            </Menu.Item>
          </>
        )}
        {!isTyped && property.yaml === null && (
          <>
            <Menu.Divider />
            <Menu.Label>{t.type}</Menu.Label>
            {typeChoices().map(({ value, label }) => {
              const Icon = typeIcons[value]
              return (
                <Menu.Item
                  key={value}
                  leftSection={<Icon size={16} />}
                  aria-current={value === type}
                  onClick={() => setType(value)}
                >
                  {label}
                </Menu.Item>
              )
            })}
          </>
        )}
        {!isStored && isTyped && <Menu.Label>{typeName(type)}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

type RenameProps = {
  name: string
  taken: ReadonlySet<string>
  rename: (name: string) => void
  close: () => void
}

function RenameField({ name, taken, rename, close }: RenameProps) {
  const [text, setText] = useState(name)
  const wanted = text.trim()
  const isTaken = wanted !== name && taken.has(wanted)
  const finish = () => {
    if (wanted !== '' && wanted !== name && !isTaken) rename(wanted)
    close()
  }
  return (
    <TextInput
      size="xs"
      dir="auto"
      maxLength={100}
      data-autofocus
      ref={(field) => field?.focus()}
      aria-label={t.newName({ key: name })}
      error={isTaken && t.nameTaken}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') finish()
        if (event.key === 'Escape') close()
      }}
    />
  )
}
