import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IconKey, IconPlus } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { KeyRow } from './key-row.tsx'
import { keyTexts as t } from './messages.ts'
import { NewKeyModal } from './new-key-modal.tsx'

type Whose = 'own' | 'workspace'

/** The person’s API keys; owners and admins can list those of the whole workspace. */
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
      {t.newKey}
    </Button>
  )
  return (
    <SettingsScreen
      title={t.title}
      description={t.description({ link: (children) => <Anchor href="/docs">{children}</Anchor> })}
    >
      <Section title={t.keys} action={add}>
        {canManage && (
          <SegmentedControl
            mb="sm"
            size="xs"
            aria-label={t.whose}
            value={whose}
            onChange={(value) => setWhose(value === 'workspace' ? 'workspace' : 'own')}
            data={[
              { value: 'own', label: t.yours },
              { value: 'workspace', label: t.everyones({ workspace: workspace.name }) },
            ]}
          />
        )}
        <ListPlaceholder list={list} />
        {data?.keys.length === 0 && (
          <EmptyState icon={<IconKey />} title={t.emptyTitle}>
            {t.empty}
          </EmptyState>
        )}
        <Rows label={t.title}>
          {data?.keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </Rows>
      </Section>
      <NewKeyModal isOpen={isOpen} close={close} />
    </SettingsScreen>
  )
}
