import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { optionColors } from '../../../server/lib/property-types.ts'
import { IconPlus, IconX } from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import type { Definition } from './property-queries.ts'
import classes from './properties.module.css'

type Option = NonNullable<Definition['options']>[number]
type Props = { options: readonly Option[]; change: (options: Option[]) => void }

/** The options of a select, with their colors. */
export function SchemaOptions({ options, change }: Props) {
  const update = (index: number, option: Partial<Option>) =>
    change(options.map((one, at) => (at === index ? { ...one, ...option } : one)))
  // Names change while they are typed.
  const rows = options.map((option, index) => ({ ...option, index }))
  return (
    <div role="group" aria-label={t.options} className={classes['optionList']}>
      {rows.map(({ name, color = 'gray', index }) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            dir="auto"
            maxLength={200}
            aria-label={t.option({ number: index + 1 })}
            value={name}
            onChange={(event) => update(index, { name: event.currentTarget.value })}
          />
          <NativeSelect
            size="xs"
            aria-label={t.colorOf({ name })}
            data={optionColors.map((value) => ({ value, label: t[value] }))}
            value={color}
            onChange={({ currentTarget }) => {
              const found = optionColors.find((one) => one === currentTarget.value)
              if (found !== undefined) update(index, { color: found })
            }}
          />
          <span className={classes['pill']} data-color={color} aria-hidden>
            {name || '…'}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.removeValue({ name })}
            onClick={() => change(options.filter((_, at) => at !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => change([...options, { name: '', color: 'gray' }])}
      >
        {t.addOption}
      </Button>
    </div>
  )
}
