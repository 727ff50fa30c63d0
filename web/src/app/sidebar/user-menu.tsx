import { Menu, Text, UnstyledButton } from '@mantine/core'
import { Link } from 'react-router'
import { IconKeyboard, IconLogout, IconSettings } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useSession } from '../../lib/session.ts'
import { Initials } from '../../ui/initials.tsx'
import { useSignOut } from '../../ui/sign-out.ts'
import { t } from '../messages.ts'
import { showShortcuts } from '../shortcuts.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import classes from './sidebar.module.css'

/** Who is signed in: settings, look, and the way out. */
export function UserMenu() {
  const { user } = useSession()
  const name = `${user.firstName} ${user.lastName}`
  const signOut = useSignOut()
  return (
    <Menu position="top-start" width={256} closeOnItemClick>
      <Menu.Target>
        <UnstyledButton className={classes['switcher']} aria-label={t.userMenu({ name })}>
          <Initials name={name} />
          <Text size="sm" fw={550} truncate flex={1}>
            {name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/settings/profile" leftSection={<IconSettings size={16} />}>
          {t.settings}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={showShortcuts}>
          {t.keyboardShortcuts}
        </Menu.Item>
        <Menu.Divider />
        <ThemeChoice />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          onClick={() => void signOut(() => client.session.remove({}))}
        >
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
