import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { NewWebhookModal } from './new-webhook-modal.tsx'
import { WebhookRow } from './webhook-row.tsx'

/** Where the events of the workspace are sent to. */
export function Webhooks() {
  return (
    <SettingsScreen
      title="Webhooks"
      description={
        <>
          Tell other programs and chats what happens here, signed and with a log.{' '}
          <Anchor href="/docs">Their format</Anchor>
        </>
      }
    >
      <AdminsOnly what="webhooks">
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
      New webhook
    </Button>
  )
  return (
    <Section title="Endpoints" action={add}>
      <ListPlaceholder list={list} />
      {data?.webhooks.length === 0 && (
        <EmptyState icon={<IconWebhook />} title="No webhooks yet">
          A webhook posts to an address of yours whenever a page, comment, file or member changes:
          to build a site, to feed another system, or to say it in a chat.
        </EmptyState>
      )}
      <Rows label="Webhooks">
        {data?.webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </Rows>
      <NewWebhookModal isOpen={isOpen} close={close} />
    </Section>
  )
}
