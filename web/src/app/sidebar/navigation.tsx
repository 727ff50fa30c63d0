import { Badge, Box, NavLink, Stack } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { NavLink as RouterLink } from 'react-router'
import { IconCloudUp } from '../../../vendor/icons/icons.ts'
import { useChanges } from '../../lib/changes/use-changes.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { useUnsent } from '../../pages/unsent/use-unsent.ts'
import { SearchButton } from '../../search/search-button.tsx'
import { PageSidebar } from '../../tree/page-sidebar.tsx'
import { t } from '../messages.ts'
import { type ScreenDefinition, screens } from '../screens.ts'

type Entry = NonNullable<ScreenDefinition['entry']>

const entries = Object.entries<ScreenDefinition>(screens).flatMap(([to, { entry }]) =>
  entry === undefined ? [] : [{ to, ...entry }],
)
const top = entries.filter(({ position }) => position === 'top')
const bottom = entries.filter(({ position }) => position === 'bottom')

const ActionSource = lazy(async () => ({
  default: (await import('../actions/action-source.tsx')).ActionSource,
}))

const InboxCount = lazy(async () => ({
  default: (await import('./inbox-count.tsx')).InboxCount,
}))

/** The main navigation: search, the page tree and the other screens of the workspace. */
export function Navigation({ close }: { close: () => void }) {
  const { workspace } = useWorkspace()
  const { canCreate } = useRights()
  const shown = canCreate ? top : top.filter(({ forWriters }) => forWriters !== true)
  useChanges(workspace.id)
  return (
    <>
      <Box px="xs" pb={4}>
        <SearchButton Actions={ActionSource} />
        {shown.map(({ to, label, Icon }) => (
          <SidebarLink
            key={to}
            {...{ to, Icon }}
            label={label()}
            badge={
              to === '/inbox' && (
                <Suspense>
                  <InboxCount />
                </Suspense>
              )
            }
          />
        ))}
        <UnsentLink />
      </Box>
      <PageSidebar onOpen={close} />
      <Stack gap={0} px="xs" pt={4}>
        {bottom.map(({ to, label, Icon }) => (
          <SidebarLink key={to} {...{ to, Icon }} label={label()} />
        ))}
      </Stack>
    </>
  )
}

/** Shown only while something is not sent. */
function UnsentLink() {
  const { length } = useUnsent()
  if (length === 0) return null
  const badge = (
    <Badge size="sm" circle color="red.9">
      {formatNumber(length)}
    </Badge>
  )
  return <SidebarLink to="/unsent" label={t.unsentChanges} Icon={IconCloudUp} badge={badge} />
}

type SidebarLinkProps = Pick<Entry, 'Icon'> & { to: string; label: string; badge?: ReactNode }

function SidebarLink({ to, label, Icon, badge }: SidebarLinkProps) {
  return (
    <NavLink
      component={RouterLink}
      to={to}
      end
      label={label}
      py={4}
      mt={2}
      style={{ borderRadius: 6 }}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      rightSection={badge}
    />
  )
}
