import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './row.module.css'

type Props = {
  icon?: ReactNode
  title: ReactNode
  badge?: ReactNode
  note?: ReactNode
  action?: ReactNode
}

/** An entry of a list of settings: what it is, what is known of it, what can be done. */
export function Row({ icon, title, badge, note, action }: Props) {
  return (
    <li className={classes['row']}>
      {icon}
      <div className={classes['text']}>
        <Group gap={8}>
          <Text fw={550} component="div">
            {title}
          </Text>
          {badge}
        </Group>
        {note !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {note}
          </Text>
        )}
      </div>
      {action}
    </li>
  )
}
