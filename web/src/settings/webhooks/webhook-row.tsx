import { Anchor, Badge, Button } from '@mantine/core'
import { Link } from 'react-router'
import { Row } from '../../ui/rows/row.tsx'
import { When } from '../../ui/when.tsx'
import type { Webhook } from './shapes.ts'
import { describeEvents, stateOf } from './words.ts'

/** A webhook in the list, with how it is doing. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events, enabled, disabledReason, failingSince, lastSuccessAt } = webhook
  const state = stateOf(webhook)
  const to = `/settings/webhooks/${id}`
  return (
    <Row
      title={
        <Anchor component={Link} to={to} inherit>
          {name}
        </Anchor>
      }
      badge={
        <Badge size="sm" variant="light" color={state.color}>
          {state.label}
        </Badge>
      }
      note={
        <>
          <span style={{ overflowWrap: 'anywhere' }}>{new URL(url).host}</span>
          {' · '}
          {describeEvents(events)}
          {' · '}
          {!enabled ? (
            (disabledReason ?? 'switched off')
          ) : failingSince !== null ? (
            <>
              failing since <When at={failingSince} />
            </>
          ) : lastSuccessAt !== null ? (
            <>
              arrived <When at={lastSuccessAt} />
            </>
          ) : (
            'nothing sent yet'
          )}
        </>
      }
      action={
        <Button
          component={Link}
          to={to}
          variant="default"
          size="xs"
          aria-label={`Open the webhook ${name}`}
        >
          Open
        </Button>
      }
    />
  )
}
