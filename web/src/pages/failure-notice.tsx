import { Button, Group } from '@mantine/core'
import { t } from './messages.ts'
import type { SaveStatus } from './saving/save-status.ts'
import { unsentLabel } from './unsent/unsent-labels.ts'
import type { FailureAction } from './use-failure-actions.ts'

type Props = {
  status: Extract<SaveStatus, { kind: 'failed' }>
  hasUnsent: boolean
  actions: readonly FailureAction[]
}

/** Says why the page is not saved, with everything that helps. It stays in view while somebody writes on. */
export function FailureNotice({ status, hasUnsent, actions }: Props) {
  const isTrash = status.reason === 'trashed' && !hasUnsent
  return (
    <div role="alert" className="page-conflict page-failure">
      <p>{isTrash ? t.trashed : unsentLabel(status).reason}</p>
      <Group gap="xs">
        {actions.map(({ label, act }, index) => (
          <Button
            key={label}
            size="compact-sm"
            variant={index === 0 ? 'filled' : 'default'}
            onClick={() => void act()}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  )
}
