import { ActionIcon, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconFolderSymlink, IconStar, IconTrash, IconX } from '../../../vendor/icons/icons.ts'
import { t } from './messages.ts'
import classes from './selection-bar.module.css'

type Props = {
  count: number
  canWrite: boolean
  onMove: () => void
  onFavourite: () => void
  onTrash: () => void
  onClear: () => void
}

/** What can be done with the selected pages, at the bottom of the tree. */
export function SelectionBar({ count, canWrite, ...on }: Props) {
  return (
    <div className={classes['bar']} role="toolbar" aria-label={t.selectedPages}>
      <Text size="sm" fw={550} role="status" className={classes['count']}>
        {t.selected({ count })}
      </Text>
      {canWrite && (
        <Action label={t.moveTo} act={on.onMove}>
          <IconFolderSymlink size={16} />
        </Action>
      )}
      <Action label={t.addFavourites} act={on.onFavourite}>
        <IconStar size={16} />
      </Action>
      {canWrite && (
        <Action label={t.moveToTrash} act={on.onTrash}>
          <IconTrash size={16} />
        </Action>
      )}
      <Action label={t.clear} act={on.onClear}>
        <IconX size={16} />
      </Action>
    </div>
  )
}

type ActionProps = { label: string; act: () => void; children: ReactNode }

function Action({ label, act, children }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="input-xs" aria-label={label} onClick={act}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
