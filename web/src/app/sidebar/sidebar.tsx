import { Box, CloseButton, NavLink } from '@mantine/core'
import { NavLink as RouterLink } from 'react-router'
import { IconSettings } from '../../../vendor/icons/icons.ts'
import { t } from '../messages.ts'
import { Navigation } from './navigation.tsx'
import { UserMenu } from './user-menu.tsx'
import { WorkspaceSwitcher } from './workspace-switcher.tsx'
import classes from './sidebar.module.css'

/** Puts together what stands beside every screen. */
export function Sidebar({ close }: { close: () => void }) {
  return (
    <>
      <Box className={classes['top']}>
        <WorkspaceSwitcher />
        <CloseButton hiddenFrom="sm" size="lg" onClick={close} aria-label={t.closeMenu} />
      </Box>
      <Navigation close={close} />
      <Box className={classes['bottom']} component="nav" aria-label={t.workspace}>
        <NavLink
          component={RouterLink}
          to="/settings"
          label={t.settings}
          className={classes['entry']}
          leftSection={<IconSettings size={18} stroke={1.7} />}
        />
        <UserMenu />
      </Box>
    </>
  )
}
