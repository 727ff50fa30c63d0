import { Box, NavLink, Text } from '@mantine/core'
import {
  IconAffiliate,
  IconBuilding,
  IconKey,
  IconServerCog,
  IconMessageChatbot,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { NavLink as RouterLink, Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import classes from './settings.module.css'

const own = [
  { to: '/settings/profile', label: 'Profile', icon: IconUser },
  { to: '/settings/security', label: 'Sign-in', icon: IconShieldLock },
  { to: '/settings/api', label: 'API keys', icon: IconKey },
]
const shared = [
  { to: '/settings/workspace', label: 'General', icon: IconBuilding, forManagers: true },
  { to: '/settings/members', label: 'Members', icon: IconUsers, forManagers: false },
  { to: '/settings/chats', label: 'Chats', icon: IconMessageChatbot, forManagers: false },
  { to: '/settings/webhooks', label: 'Webhooks', icon: IconWebhook, forManagers: true },
  { to: '/settings/meaning', label: 'Search by meaning', icon: IconAffiliate, forManagers: true },
]

const ofServer = [{ to: '/settings/server', label: 'Server', icon: IconServerCog }]

/** A list of the settings beside the one that is open. */
export function Settings() {
  const { workspace } = useWorkspace()
  const { canManage } = useRights()
  const { rights } = useSession()
  const { pathname } = useLocation()
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the list is a line to be swiped. Not scrollIntoView, which would move where Tab goes next.
    const open = list.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (list.current !== null && open != null) list.current.scrollLeft = open.offsetLeft - 80
  }, [pathname])
  return (
    <div className={classes['frame']}>
      <nav ref={list} aria-label="Settings" className={classes['list']}>
        <Group title="You" entries={own} />
        <Group
          title={workspace.name}
          entries={shared.filter(({ forManagers }) => canManage || !forManagers)}
        />
        {rights.isAdministrator && <Group title="Administration" entries={ofServer} />}
      </nav>
      <Box className={classes['content']}>
        <Outlet />
      </Box>
    </div>
  )
}

type Entry = { to: string; label: string; icon: typeof IconUser }

function Group({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <div className={classes['group']}>
      <Text size="xs" fw={600} c="dimmed" className={classes['title']} truncate>
        {title}
      </Text>
      {entries.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          component={RouterLink}
          to={to}
          label={label}
          leftSection={<Icon size={17} stroke={1.7} />}
          className={classes['entry']}
        />
      ))}
    </div>
  )
}
