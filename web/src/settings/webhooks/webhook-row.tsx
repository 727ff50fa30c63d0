import { Anchor, Badge, Button } from '@mantine/core'
import { Link } from 'react-router'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { describeEvents, stateOf } from './labels.ts'
import { t } from './messages.ts'
import type { Webhook } from './types.ts'

/** A webhook in the list, with its state. */
export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events, enabled, failingSince, lastSuccessAt } = webhook
  const { disabledReason, disabledFailure } = webhook
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
          {!enabled
            ? disabledReason === null
              ? t.switchedOff
              : failureText(disabledFailure, disabledReason)
            : failingSince !== null
              ? t.failingSince({ when: () => <RelativeTime at={failingSince} /> })
              : lastSuccessAt !== null
                ? t.lastDelivered({ when: () => <RelativeTime at={lastSuccessAt} /> })
                : t.nothingSent}
        </>
      }
      action={
        <Button
          component={Link}
          to={to}
          variant="default"
          size="xs"
          aria-label={t.openLabel({ name })}
        >
          {t.open}
        </Button>
      }
    />
  )
}
