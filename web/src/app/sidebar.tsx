import { NavLink, Stack, Text } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useWorkspace } from '../lib/workspace.tsx'
import { Navigation } from './navigation.tsx'

/** Puts together what stands beside every screen. */
export function Sidebar({ close }: { close: () => void }) {
  const { workspace } = useWorkspace()
  return (
    <>
      <Text fw={600} p="md" truncate>
        {workspace.name}
      </Text>
      <Navigation close={close} />
      <Stack gap={2} p="xs">
        <NavLink
          component={Link}
          to="/settings"
          label="Settings"
          leftSection={<IconSettings size={18} />}
        />
      </Stack>
    </>
  )
}
