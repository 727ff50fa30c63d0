import { Badge, Box, NavLink, Stack } from '@mantine/core'
import { IconCloudUp } from '@tabler/icons-react'
import { NavLink as RouterLink } from 'react-router'
import { useChanges } from '../../lib/changes/use-changes.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { useUnsent } from '../../pages/unsent/use-unsent.ts'
import { SearchButton } from '../../search/search-button.tsx'
import { PageSidebar } from '../../tree/page-sidebar.tsx'
import { type ScreenDefinition, screens } from '../screens.ts'

type Entry = NonNullable<ScreenDefinition['entry']>

const entries = Object.entries<ScreenDefinition>(screens).flatMap(([to, { entry }]) =>
  entry === undefined ? [] : [{ to, ...entry }],
)
const above = entries.filter(({ place }) => place === 'top')
const below = entries.filter(({ place }) => place === 'bottom')

/** Ways through the workspace: search, its pages and its other places. */
export function Navigation({ close }: { close: () => void }) {
  const { workspace } = useWorkspace()
  useChanges(workspace.id)
  return (
    <>
      <Box px="xs" pb={4}>
        <SearchButton />
        {above.map(({ to, label, Icon }) => (
          <Place key={to} {...{ to, label, Icon }} />
        ))}
        <UnsentPlace />
      </Box>
      <PageSidebar onOpen={close} />
      <Stack gap={0} px="xs" pt={4}>
        {below.map(({ to, label, Icon }) => (
          <Place key={to} {...{ to, label, Icon }} />
        ))}
      </Stack>
    </>
  )
}

/** There only while something is not sent. */
function UnsentPlace() {
  const { length } = useUnsent()
  if (length === 0) return null
  return <Place to="/unsent" label="Unsent changes" Icon={IconCloudUp} count={length} />
}

type PlaceProps = Pick<Entry, 'label' | 'Icon'> & { to: string; count?: number }

function Place({ to, label, Icon, count }: PlaceProps) {
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
      rightSection={
        count !== undefined && (
          <Badge size="sm" circle color="red.9">
            {count}
          </Badge>
        )
      }
    />
  )
}
