import { Box, NavLink, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { NavLink as RouterLink, Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { t } from './messages.ts'
import {
  isShown,
  type SettingsEntry,
  type SettingsScreenDefinition,
  settingsScreens,
} from './screens.ts'
import classes from './settings.module.css'

const entries = Object.entries<SettingsScreenDefinition>(settingsScreens).flatMap(
  ([to, { entry }]) => (entry === undefined ? [] : [{ to, ...entry }]),
)

/** The list of settings, with the open one beside it. */
export function Settings() {
  const { workspace } = useWorkspace()
  const access = useRights()
  const { rights } = useSession()
  const { pathname } = useLocation()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the list is a line to be swiped. Not scrollIntoView, which would move where Tab goes next.
    const open = list.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (list.current !== null && open != null) list.current.scrollLeft = open.offsetLeft - 80
  }, [pathname])
  const inGroup = (name: SettingsEntry['group']) =>
    entries.filter((entry) => entry.group === name && isShown(entry, access))
  return (
    <div className={classes['frame']}>
      <nav ref={list} aria-label={t.settings} className={classes['list']}>
        <Group title={t.groupYou} entries={inGroup('you')} />
        <Group title={workspace.name} entries={inGroup('workspace')} />
        {rights.isAdministrator && (
          <Group title={t.groupAdministration} entries={inGroup('administration')} />
        )}
      </nav>
      <Box className={classes['content']}>
        <Outlet />
      </Box>
    </div>
  )
}

type GroupProps = { title: string; entries: readonly (SettingsEntry & { to: string })[] }

function Group({ title, entries: shown }: GroupProps) {
  return (
    <div className={classes['group']}>
      <Text size="xs" fw={600} c="dimmed" className={classes['title']} truncate>
        {title}
      </Text>
      {shown.map(({ to, label, Icon }) => (
        <NavLink
          key={to}
          component={RouterLink}
          to={to}
          label={t[label]}
          leftSection={<Icon size={17} stroke={1.7} />}
          className={classes['entry']}
        />
      ))}
    </div>
  )
}
