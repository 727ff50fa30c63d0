import { NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useWorkspace } from '../lib/workspace.tsx'

/** Puts together what stands beside every screen. */
export function Sidebar({ close: _close }: { close: () => void }) {
  const { workspace } = useWorkspace()
  return (
    <>
      <Text fw={600} p="md" truncate>
        {workspace.name}
      </Text>
      {/* The tree of pages comes here: area `tree/`. */}
      <ScrollArea flex={1} px="xs" />
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
