import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import { t } from './messages.ts'
import type { SaveStatus } from './saving/save-status.ts'
import { unsentLabel } from './unsent/unsent-labels.ts'
import type { FailureAction } from './use-failure-actions.ts'
import { useMoved } from './use-moved.ts'

type Props = {
  pageId: string
  status: Extract<SaveStatus, { kind: 'failed' }>
  hasUnsent: boolean
  actions: readonly FailureAction[]
}

/** Says why the page is not saved, with everything that helps. It stays in view while someone writes on. */
export function FailureNotice({ pageId, status, hasUnsent, actions }: Props) {
  const isTrash = status.reason === 'trashed'
  const moved = useMoved(pageId, isTrash)
  const there = moved?.address
  const offered = moved == null || hasUnsent ? actions : []
  return (
    <div role="alert" className="page-conflict page-failure">
      {moved != null && <p>{moved.text}</p>}
      {hasUnsent && <p>{unsentLabel(status).reason}</p>}
      {!hasUnsent && moved == null && <p>{isTrash ? t.trashed : unsentLabel(status).reason}</p>}
      <Group gap="xs">
        {there !== undefined && (
          <Button component={Link} to={there} size="compact-sm">
            {t.openMoved}
          </Button>
        )}
        {offered.map(({ label, act }, index) => (
          <Button
            key={label}
            size="compact-sm"
            variant={index === 0 && there === undefined ? 'filled' : 'default'}
            onClick={() => void act()}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  )
}
