import { Badge, Button, Group, Switch } from '@mantine/core'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { useServiceLabel } from './service-list.ts'
import type { Bot, Subscription } from './shapes.ts'
import { describeEvents } from './words.ts'

type Props = { subscription: Subscription; bot: Bot | undefined }

/** What one chat is told, and whether it gets through. */
export function SubscriptionRow({ subscription, bot }: Props) {
  const { canManage } = useRights()
  const labelOf = useServiceLabel()
  const { sectionId, sectionTitle, events, chatName, isPaused, error } = subscription
  const what = sectionId === null ? 'The whole workspace' : (sectionTitle ?? 'A page that is gone')
  const service = bot === undefined ? 'a chat' : labelOf(bot.service)
  return (
    <Row
      title={`${chatName} on ${service}`}
      badge={
        (isPaused || error !== null) && (
          <Badge size="sm" variant="light" color={isPaused ? 'gray' : 'red'}>
            {isPaused ? 'Paused' : 'Failing'}
          </Badge>
        )
      }
      note={
        <>
          {what}: {describeEvents(events)}
          {isPaused && ' · whoever subscribed is no member any more: subscribe anew'}
          {!isPaused && error !== null && ` · ${error}`}
          {canManage && <Manage subscription={subscription} />}
        </>
      }
    />
  )
}

function Manage({ subscription }: { subscription: Subscription }) {
  const { workspace } = useWorkspace()
  const { chatName, showsExcerpt } = subscription
  const address = { workspaceId: workspace.id, subscriptionId: subscription.id }
  const changes = [['chats', workspace.id, 'subscriptions']]
  const test = useAction(() => client.chatSubscriptions.test(address), {
    changes,
    done: `${chatName} has got a test message.`,
  })
  const update = useAction(
    (shows: boolean) => client.chatSubscriptions.update({ ...address, showsExcerpt: shows }),
    { changes },
  )
  const end = useAction(() => client.chatSubscriptions.remove(address), {
    changes,
    done: `${chatName} is told no more of that.`,
  })
  return (
    <Group gap="xs" mt="xs">
      <Switch
        size="xs"
        label="Excerpt"
        aria-label={`Show ${chatName} the beginning of the text`}
        checked={showsExcerpt}
        disabled={update.isPending}
        onChange={({ currentTarget }) => update.mutate(currentTarget.checked)}
      />
      <Button
        variant="default"
        size="xs"
        aria-label={`Send a test to ${chatName}`}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={`Tell ${chatName} no more`}
        loading={end.isPending}
        onClick={() =>
          confirm({
            title: `Tell ${chatName} no more?`,
            body: 'What waits to be told is dropped.',
            label: 'Tell no more',
            onConfirm: () => end.mutate(),
          })
        }
      >
        End
      </Button>
    </Group>
  )
}
