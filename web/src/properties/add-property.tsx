import { Button, Group, Popover } from '@mantine/core'
import { lazy, startTransition, Suspense, useState } from 'react'
import { IconPlus, IconSettings } from '../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import type { PageIds, PageProperties } from './property-queries.ts'
import type { PropertyType } from './property-types.ts'
import classes from './properties.module.css'

const NewProperty = lazy(async () => ({
  default: (await import('./new-property.tsx')).NewProperty,
}))

const SchemaDialog = lazy(async () => ({
  default: (await import('./schema-dialog.tsx')).SchemaDialog,
}))

type Props = {
  page: PageIds
  data: PageProperties
  canManage: boolean
  add: (key: string, type: PropertyType) => void
}

/** Adds a property, and opens those of the section for people who manage it. */
export function AddProperty({ page, data, canManage, add }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  return (
    <Group gap={4} className={classes['actions']}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        shadow="md"
        width={280}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={classes['add'] ?? ''}
            leftSection={<IconPlus size={16} />}
            // The form is loaded before the popover opens, which gives it the focus.
            onClick={() => startTransition(() => setOpen(!isOpen))}
          >
            {t.add}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t.addTitle}>
          <NewProperty
            page={page}
            data={data}
            add={(key, type) => {
              setOpen(false)
              add(key, type)
            }}
          />
          {canManage && (
            <Button
              fullWidth
              mt="xs"
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes['schema'] ?? ''}
              leftSection={<IconSettings size={16} />}
              onClick={() => {
                setOpen(false)
                setEditing(true)
              }}
            >
              {t.editSchema}
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      {isEditing && (
        <Suspense>
          <SchemaDialog
            workspaceId={page.workspaceId}
            sectionId={data.sectionId}
            close={() => setEditing(false)}
          />
        </Suspense>
      )}
    </Group>
  )
}
