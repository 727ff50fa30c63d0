import { Badge, Box, NavLink, Stack } from '@mantine/core'
import { IconCloudUp, IconFiles, IconHome, IconSparkles, IconTrash } from '@tabler/icons-react'
import { NavLink as RouterLink } from 'react-router'
import { useChanges } from '../../lib/changes/use-changes.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { useUnsent } from '../../pages/unsent/use-unsent.ts'
import { SearchButton } from '../../search/search-button.tsx'
import { PageSidebar } from '../../tree/page-sidebar.tsx'

const places = [
  { to: '/library', label: 'Files', Icon: IconFiles },
  { to: '/skills', label: 'Skills and agents', Icon: IconSparkles },
  { to: '/trash', label: 'Trash', Icon: IconTrash },
]

/** Ways through the workspace: search, its pages and its other places. */
export function Navigation({ close }: { close: () => void }) {
  const { workspace } = useWorkspace()
  useChanges(workspace.id)
  return (
    <>
      <Box px="xs" pb={4}>
        <SearchButton />
        <Place to="/" label="Home" Icon={IconHome} />
        <UnsentPlace />
      </Box>
      <PageSidebar onOpen={close} />
      <Stack gap={0} px="xs" pt={4}>
        {places.map((place) => (
          <Place key={place.to} {...place} />
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

type PlaceProps = (typeof places)[number] & { count?: number }

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
