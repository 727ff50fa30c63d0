import { Badge, Button, Group, Switch } from '@mantine/core'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { describeEvents } from './labels.ts'
import { t } from './messages.ts'
import { useServiceLabel } from './service-list.ts'
import type { Bot, Subscription } from './types.ts'

type Props = { subscription: Subscription; bot: Bot | undefined }

/** The subscription of one chat and its state. */
export function SubscriptionRow({ subscription, bot }: Props) {
  const { canManage } = useRights()
  const labelOf = useServiceLabel()
  const { sectionId, sectionTitle, events, chatName, isPaused, error, failure } = subscription
  const service = bot === undefined ? t.unknownService : labelOf(bot.service)
  const covered = describeEvents(events)
  return (
    <Row
      title={t.chatOnService({ chatName, service })}
      badge={
        (isPaused || error !== null) && (
          <Badge size="sm" variant="light" color={isPaused ? 'gray' : 'red'}>
            {isPaused ? t.paused : t.failing}
          </Badge>
        )
      }
      note={
        <>
          {sectionId === null
            ? t.wholeWorkspace({ events: covered })
            : t.inSection({ page: sectionTitle ?? t.deletedPage, events: covered })}
          {isPaused && ` · ${t.pausedBody}`}
          {!isPaused && error !== null && ` · ${failureText(failure, error)}`}
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
    done: t.testSent({ chatName }),
  })
  const update = useAction(
    (shows: boolean) => client.chatSubscriptions.update({ ...address, showsExcerpt: shows }),
    { changes },
  )
  const end = useAction(() => client.chatSubscriptions.remove(address), {
    changes,
    done: t.unsubscribed({ chatName }),
  })
  return (
    <Group gap="xs" mt="xs">
      <Switch
        size="xs"
        label={t.excerpt}
        aria-label={t.excerptLabel({ chatName })}
        checked={showsExcerpt}
        disabled={update.isPending}
        onChange={({ currentTarget }) => update.mutate(currentTarget.checked)}
      />
      <Button
        variant="default"
        size="xs"
        aria-label={t.testLabel({ chatName })}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t.test}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={t.unsubscribeLabel({ chatName })}
        loading={end.isPending}
        onClick={() =>
          confirm({
            title: t.unsubscribeTitle({ chatName }),
            body: t.unsubscribeBody,
            label: t.unsubscribe,
            onConfirm: () => end.mutate(),
          })
        }
      >
        {t.unsubscribe}
      </Button>
    </Group>
  )
}
