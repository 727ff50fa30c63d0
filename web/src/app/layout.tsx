import { ActionIcon, Burger, Group, RemoveScroll, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { IconLayoutSidebar } from '../../vendor/icons/icons.ts'
import { useWorkspace, WorkspaceProvider } from '../lib/workspace.tsx'
import { useUnsent, useUnsentOfBrowser } from '../pages/unsent/use-unsent.ts'
import { HeaderSlot, HeaderSlotProvider } from '../ui/screens/header-slot.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Dialogs } from './dialogs/dialogs.tsx'
import { LateOfflineBanner } from './late-offline-banner.tsx'
import { t } from './messages.ts'
import { ShareHost } from './share-host.tsx'
import { useShortcutHelp } from './shortcuts.tsx'
import { t as sidebarTexts } from './sidebar/messages.ts'
import { Sidebar } from './sidebar/sidebar.tsx'
import { type SidebarState, useSidebar } from './sidebar/use-sidebar.ts'
import { SignOutProvider } from './sign-out.tsx'
import classes from './layout.module.css'

const NoWorkspace = lazy(async () => ({
  default: (await import('./no-workspace.tsx')).NoWorkspace,
}))

const ResizeHandle = lazy(async () => ({
  default: (await import('./sidebar/resize-handle.tsx')).ResizeHandle,
}))

/** Does not move when a dialog takes the scroll bar away. */
const headerClass = `${classes['header']} ${RemoveScroll.classNames.zeroRight}`

/** The frame of every screen of a signed-in person, with the dialogs that they open. */
export function Frame() {
  return (
    <>
      <Dialogs />
      <Layout />
    </>
  )
}

/** The sidebar and the header around a screen. */
export function Layout() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  useEffect(close, [pathname, close])
  useShortcutHelp()
  useUnsentOfBrowser()
  const unsent = useUnsent().length
  const sidebar = useSidebar()
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
          <div className={classes['frame']} style={widthOf(sidebar)}>
            <a className={classes['skip']} href="#main">
              {t.skipToContent}
            </a>
            <header className={headerClass}>
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
                <SidebarButton {...sidebar} />
                <HeaderSlot className={classes['slot']} />
              </Group>
            </header>
            <nav
              className={classes['sidebar']}
              data-collapsed={sidebar.isCollapsed || undefined}
              data-open={isOpen || undefined}
            >
              <Sidebar close={close} />
              <Suspense>
                <ResizeHandle width={sidebar.width} setWidth={sidebar.setWidth} />
              </Suspense>
            </nav>
            <Main>
              <LateOfflineBanner />
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </Main>
          </div>
        </HeaderSlotProvider>
      </SignOutProvider>
    </WorkspaceProvider>
  )
}

function Main({ children }: { children: ReactNode }) {
  const { keepsLineBreaks } = useWorkspace().workspace
  const lineBreaks = keepsLineBreaks ? 'keeps-line-breaks' : ''
  return (
    <main id="main" tabIndex={-1} className={`${classes['main']} ${lineBreaks}`}>
      {children}
    </main>
  )
}

function widthOf({
  width,
  isCollapsed,
}: SidebarState): CSSProperties & Record<'--sidebar-width', string> {
  return { '--sidebar-width': isCollapsed ? '0px' : `${width}px` }
}

function SidebarButton({ isCollapsed, toggle }: Pick<SidebarState, 'isCollapsed' | 'toggle'>) {
  const label = isCollapsed ? sidebarTexts.show : sidebarTexts.hide
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        visibleFrom="sm"
        aria-label={label}
        aria-expanded={!isCollapsed}
        onClick={toggle}
      >
        <IconLayoutSidebar size={18} stroke={1.7} className={classes['mirrored']} />
      </ActionIcon>
    </Tooltip>
  )
}
