import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../lib/client.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKeyModal } from './new-key-modal.tsx'

type Whose = 'own' | 'workspace'

/** API keys of the person; owners and admins see those of everyone in the workspace. */
export function Keys() {
  const { workspace } = useWorkspace()
  const { canManage } = useRights()
  const [chosen, setWhose] = useState<Whose>('own')
  const whose = canManage ? chosen : 'own'
  const [isOpen, { open, close }] = useDisclosure()
  const list = useQuery({
    queryKey: whose === 'own' ? ['keys', 'own'] : ['keys', workspace.id],
    queryFn: () =>
      whose === 'own'
        ? client.keys.list({})
        : client.keys.ofWorkspace({ workspaceId: workspace.id }),
  })
  const { data } = list
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={open}>
      New key
    </Button>
  )
  return (
    <SettingsScreen
      title="API keys"
      description={
        <>
          For scripts and agents that work in your name.{' '}
          <Anchor href="/docs">What the API can do</Anchor>
        </>
      }
    >
      <Section title="Keys" action={add}>
        {canManage && (
          <SegmentedControl
            mb="sm"
            size="xs"
            aria-label="Whose keys"
            value={whose}
            onChange={(value) => setWhose(value === 'workspace' ? 'workspace' : 'own')}
            data={[
              { value: 'own', label: 'Yours' },
              { value: 'workspace', label: `Everyone’s in ${workspace.name}` },
            ]}
          />
        )}
        <ListPlaceholder list={list} />
        {data?.keys.length === 0 && (
          <EmptyState icon={<IconKey />} title="No keys yet">
            A key lets a script or an agent in with your rights, or fewer. Make one for each, so
            that you can revoke it alone.
          </EmptyState>
        )}
        <Rows label="API keys">
          {data?.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </Rows>
      </Section>
      <NewKeyModal isOpen={isOpen} close={close} />
    </SettingsScreen>
  )
}
