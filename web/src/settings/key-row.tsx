import { Badge, Button, Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { useSession } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { Row } from '../ui/rows/row.tsx'
import { When } from '../ui/when.tsx'

type ApiKey = Awaited<ReturnType<typeof client.keys.list>>['keys'][number]

const states: Record<ApiKey['state'], { label: string; color: string }> = {
  active: { label: 'Active', color: 'teal' },
  expiring: { label: 'Expires soon', color: 'orange' },
  expired: { label: 'Expired', color: 'gray' },
  revoked: { label: 'Revoked', color: 'gray' },
}

/** A key in the list: enough to know it again, never the key. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { name, first, last, state, readOnly } = apiKey
  const { user } = useSession()
  const { workspace } = useWorkspace()
  const keyId = apiKey.id
  const isForeign = apiKey.owner !== undefined && apiKey.owner.id !== user.id
  const revoke = useAction(
    () =>
      isForeign
        ? client.keys.revokeInWorkspace({ workspaceId: workspace.id, keyId })
        : client.keys.revoke({ keyId }),
    {
      changes: [['keys']],
      done: isForeign
        ? `The key ${name} no longer opens ${workspace.name}.`
        : `The key ${name} is revoked.`,
    },
  )
  const isUsable = state === 'active' || state === 'expiring'
  return (
    <Row
      title={name}
      badge={
        <>
          <Badge size="sm" variant="light" color={states[state].color}>
            {states[state].label}
          </Badge>
          {readOnly && (
            <Badge size="sm" variant="default">
              Read only
            </Badge>
          )}
        </>
      }
      note={<Facts apiKey={apiKey} shown={`${first}…${last}`} />}
      action={
        isUsable && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Revoke the key ${name}`}
            loading={revoke.isPending}
            onClick={() =>
              confirm({
                title: `Revoke ${name}?`,
                body: isForeign
                  ? `It no longer opens ${workspace.name}, from its next request on. What else it opens stays open to it.`
                  : 'Whatever uses it is refused from its next request on. A revoked key never works again.',
                label: 'Revoke',
                onConfirm: () => revoke.mutate(),
              })
            }
          >
            Revoke
          </Button>
        )
      }
    />
  )
}

function Facts({ apiKey, shown }: { apiKey: ApiKey; shown: string }) {
  const { owner, createdAt, lastUsedAt, expiresAt, workspaceIds, state } = apiKey
  const { workspaces } = useSession()
  const names = workspaceIds?.map(
    (id) => workspaces.find((one) => one.id === id)?.name ?? 'another',
  )
  const facts: ReactNode[] = [
    <Code key="shown">{shown}</Code>,
    owner && `of ${owner.firstName} ${owner.lastName}`,
    names && `only in ${names.join(', ')}`,
    <span key="made">
      made <When at={createdAt} />
    </span>,
    lastUsedAt === null ? (
      'never used'
    ) : (
      <span key="used">
        used <When at={lastUsedAt} />
      </span>
    ),
    expiresAt === null ? (
      'never expires'
    ) : (
      <span key="expires">
        {state === 'expired' ? 'expired' : 'expires'} <When at={expiresAt} />
      </span>
    ),
  ]
  return facts
    .filter((fact) => fact !== undefined)
    .map((fact, index) => (
      // The list never changes its order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>
        {index > 0 && ' · '}
        {fact}
      </span>
    ))
}
