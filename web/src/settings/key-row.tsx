import { Badge, Button, Code, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { formatList } from '../lib/numbers.ts'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevertKey } from '../ui/reverts/revert-key.tsx'
import { Row } from '../ui/rows/row.tsx'
import { keyTexts as t } from './messages.ts'

export type ApiKey = Awaited<ReturnType<typeof client.keys.list>>['keys'][number]

const stateColors: Record<ApiKey['state'], string> = {
  active: 'teal',
  expiring: 'orange',
  expired: 'gray',
  revoked: 'gray',
}

/** One of the reader's own keys, or one in the workspace. */
export function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id: keyId, name, workspaceIds, readOnly, lastUsedAt } = apiKey
  const { user } = useSession()
  const { workspace } = useWorkspace()
  const { canWrite } = useRights()
  const isForeign = apiKey.owner !== undefined && apiKey.owner.id !== user.id
  const revoke = useAction(
    () =>
      isForeign
        ? client.keys.revokeInWorkspace({ workspaceId: workspace.id, keyId })
        : client.keys.revoke({ keyId }),
    {
      changes: [['keys']],
      done: isForeign
        ? t.keyRevokedHere({ name, workspace: workspace.name })
        : t.keyRevoked({ name }),
    },
  )
  const body = isForeign ? t.revokeHereBody({ workspace: workspace.name }) : t.revokeBody
  // A key that is revoked may have been used before.
  const mayHaveWritten =
    lastUsedAt !== null && !readOnly && workspaceIds?.includes(workspace.id) !== false
  const revert = canWrite && mayHaveWritten && (
    <RevertKey {...{ keyId, name }} workspaceId={workspace.id} />
  )
  return <KeyEntry {...{ apiKey, body, revoke, revert }} />
}

type EntryProps = {
  apiKey: ApiKey
  /** What revoking it means. */
  body: string
  revoke: { isPending: boolean; mutate: () => void }
  /** The button that reverts what it changed. */
  revert?: ReactNode
}

/** A key in a list: enough to recognize it, never the key itself. */
export function KeyEntry({ apiKey, body, revoke, revert }: EntryProps) {
  const { name, first, last, state, readOnly, proposeOnly, forAgent } = apiKey
  const isUsable = state === 'active' || state === 'expiring'
  return (
    <Row
      title={<bdi>{name}</bdi>}
      badge={
        <>
          <Badge size="sm" variant="light" color={stateColors[state]}>
            {t[state]}
          </Badge>
          {proposeOnly && (
            <Badge size="sm" variant="default">
              {t.proposeOnly}
            </Badge>
          )}
          {forAgent && (
            <Badge size="sm" variant="default">
              {t.forAgent}
            </Badge>
          )}
          {readOnly && (
            <Badge size="sm" variant="default">
              {t.readOnly}
            </Badge>
          )}
        </>
      }
      note={<KeyDetails apiKey={apiKey} shown={`${first}…${last}`} />}
      action={
        <Group gap="xs">
          {revert}
          {isUsable && (
            <Button
              variant="default"
              size="xs"
              aria-label={t.revokeLabel({ name })}
              loading={revoke.isPending}
              onClick={() =>
                confirm({
                  title: t.revokeTitle({ name }),
                  body,
                  label: t.revoke,
                  onConfirm: () => revoke.mutate(),
                })
              }
            >
              {t.revoke}
            </Button>
          )}
        </Group>
      }
    />
  )
}

function KeyDetails({ apiKey, shown }: { apiKey: ApiKey; shown: string }) {
  const { owner, createdAt, lastUsedAt, expiresAt, workspaceIds, state } = apiKey
  const { workspaces } = useSession()
  const names = workspaceIds?.map(
    (id) => workspaces.find((one) => one.id === id)?.name ?? t.otherWorkspace,
  )
  const details: ReactNode[] = [
    <Code key="shown">{shown}</Code>,
    owner && t.owner({ name: `${owner.firstName} ${owner.lastName}` }),
    names && t.onlyIn({ workspaces: formatList(names) }),
    t.createdAt({ when: () => <RelativeTime at={createdAt} /> }),
    lastUsedAt === null ? t.neverUsed : t.usedAt({ when: () => <RelativeTime at={lastUsedAt} /> }),
    expiresAt === null
      ? t.neverExpires
      : (state === 'expired' ? t.expiredAt : t.expiresAt)({
          when: () => <RelativeTime at={expiresAt} />,
        }),
  ]
  return details
    .filter((detail) => detail !== undefined)
    .map((detail, index) => (
      // The list never changes its order.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>
        {index > 0 && ' · '}
        {detail}
      </span>
    ))
}
