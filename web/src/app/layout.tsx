import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { WorkspaceProvider } from '../lib/workspace.tsx'
import { useUnsent, useUnsentOfBrowser } from '../pages/unsent/use-unsent.ts'
import { HeaderSlot, HeaderSlotProvider } from '../ui/screens/header-slot.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { LateOfflineBanner } from './late-offline-banner.tsx'
import { t } from './messages.ts'
import { ShareHost } from './share-host.tsx'
import { useShortcutHelp } from './shortcuts.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { SignOutProvider } from './sign-out.tsx'
import classes from './layout.module.css'

const NoWorkspace = lazy(async () => ({
  default: (await import('./no-workspace.tsx')).NoWorkspace,
}))

/** The frame of every screen of a signed-in person. */
export function Layout() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  useEffect(close, [pathname, close])
  useShortcutHelp()
  useUnsentOfBrowser()
  const unsent = useUnsent().length
  return (
    <WorkspaceProvider
      none={
        <Suspense fallback={<PageSkeleton />}>
          <NoWorkspace />
        </Suspense>
      }
    >
      <SignOutProvider>
        <HeaderSlotProvider>
          <ShareHost />
          <AppShell
            layout="alt"
            header={{ height: 52 }}
            navbar={{ width: 280, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
          >
            <a className={classes['skip']} href="#main">
              {t.skipToContent}
            </a>
            <AppShell.Header className={classes['header']}>
              <Group h="100%" px="sm" gap="xs" wrap="nowrap">
                <Burger
                  opened={isOpen}
                  onClick={toggle}
                  hiddenFrom="sm"
                  size="sm"
                  aria-label={isOpen ? t.closeMenu : t.openMenu}
                  aria-description={unsent > 0 ? t.someUnsent : undefined}
                  className={unsent > 0 ? classes['marked'] : undefined}
                />
                <HeaderSlot className={classes['slot']} />
              </Group>
            </AppShell.Header>
            <AppShell.Navbar className={classes['sidebar']}>
              <Sidebar close={close} />
            </AppShell.Navbar>
            <AppShell.Main id="main" tabIndex={-1} className={classes['main']}>
              <LateOfflineBanner />
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </AppShell.Main>
          </AppShell>
        </HeaderSlotProvider>
      </SignOutProvider>
    </WorkspaceProvider>
  )
}
