import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconPlus, IconWebhook } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { t } from './messages.ts'
import { NewWebhookModal } from './new-webhook-modal.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** The endpoints that the events of the workspace are sent to. */
export function Webhooks() {
  return (
    <SettingsScreen
      title={t.title}
      description={t.description({ link: (children) => <Anchor href="/docs">{children}</Anchor> })}
    >
      <AdminsOnly>
        <List />
      </AdminsOnly>
    </SettingsScreen>
  )
}

function List() {
  const { workspace } = useWorkspace()
  const [isOpen, { open, close }] = useDisclosure()
  const list = useQuery({
    queryKey: ['webhooks', workspace.id],
    queryFn: () => client.webhooks.list({ workspaceId: workspace.id }),
    refetchInterval: 10_000,
  })
  const { data } = list
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={open}>
      {t.create}
    </Button>
  )
  return (
    <Section title={t.endpoints} action={add}>
      <ListPlaceholder list={list} />
      {data?.webhooks.length === 0 && (
        <EmptyState icon={<IconWebhook />} title={t.emptyTitle}>
          {t.empty}
        </EmptyState>
      )}
      <Rows label={t.title}>
        {data?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </Rows>
      <NewWebhookModal isOpen={isOpen} close={close} />
    </Section>
  )
}
