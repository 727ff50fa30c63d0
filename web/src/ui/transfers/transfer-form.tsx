import {
  Alert,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/errors.ts'
import { type Session, useSession } from '../../lib/session.ts'
import { showFailure } from '../undo.tsx'
import { t } from './messages.ts'
import { ParentSelect } from './parent-select.tsx'
import { TransferProgress } from './transfer-progress.tsx'

export type TransferredPage = {
  workspaceId: string
  pageId: string
  title: string
  /** Sends what is not saved yet. */
  before?: (() => Promise<void>) | undefined
}

type Kind = 'copy' | 'move'
type Target = Session['workspaces'][number]
type Props = TransferredPage & {
  close: () => void
  /** Goes to a page of the app. */
  open: (address: string) => void
}

/** The choices of a copy or move to another workspace, and then how far it is. */
export function TransferForm({ close, open, ...page }: Props) {
  const [started, setStarted] = useState<{ transferId: string; kind: Kind; target: string }>()
  const targets = useSession().workspaces.filter(
    ({ id, role }) => id !== page.workspaceId && role !== 'VIEWER',
  )
  const [first] = targets
  if (first === undefined) return <Text>{t.noWorkspace}</Text>
  if (started !== undefined) {
    return (
      <TransferProgress workspaceId={page.workspaceId} {...started} close={close} open={open} />
    )
  }
  return (
    <Choices {...page} targets={[first, ...targets.slice(1)]} close={close} start={setStarted} />
  )
}

type ChoicesProps = Omit<Props, 'open'> & {
  targets: readonly [Target, ...Target[]]
  start: (started: { transferId: string; kind: Kind; target: string }) => void
}

function Choices({ workspaceId, pageId, before, targets, close, start }: ChoicesProps) {
  const [kind, setKind] = useState<Kind>('copy')
  const [target, setTarget] = useState(targets[0])
  const [parentId, setParentId] = useState<string | null>(null)
  const [includeSubpages, setIncludeSubpages] = useState(true)
  const [isStarting, setIsStarting] = useState(false)
  const given = {
    workspaceId,
    pageId,
    kind,
    targetWorkspaceId: target.id,
    targetParentId: parentId,
    includeSubpages,
  }
  const preview = useQuery({
    queryKey: ['transfers', 'preview', given],
    queryFn: ({ signal }) => client.transfers.preview(given, { signal }),
    enabled: !target.isGuest || parentId !== null,
    retry: false,
  })
  const create = async () => {
    setIsStarting(true)
    try {
      await before?.()
      const { id: transferId } = await client.transfers.create(given)
      start({ transferId, kind, target: target.name })
    } catch (error) {
      showFailure(t.notStarted, error)
      setIsStarting(false)
    }
  }
  return (
    <Stack gap="sm">
      <KindControl kind={kind} onChange={setKind} />
      <Select
        label={t.workspace}
        allowDeselect={false}
        data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        value={target.id}
        onChange={(chosen) => {
          setTarget(targets.find(({ id }) => id === chosen) ?? target)
          setParentId(null)
        }}
      />
      <ParentSelect
        key={target.id}
        workspaceId={target.id}
        hasTopLevel={!target.isGuest}
        onChange={setParentId}
      />
      {kind === 'copy' && (
        <Checkbox
          label={t.includeSubpages}
          checked={includeSubpages}
          onChange={({ currentTarget }) => setIncludeSubpages(currentTarget.checked)}
        />
      )}
      <Stack gap={4} role="status" mih={110}>
        {preview.error !== null && <Alert color="red">{messageOf(preview.error)}</Alert>}
        {preview.data !== undefined && <Preview kind={kind} {...preview.data} />}
      </Stack>
      <Group justify="end">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button
          disabled={preview.data === undefined}
          loading={isStarting}
          onClick={() => void create()}
        >
          {kind === 'move' ? t.move : t.copy}
        </Button>
      </Group>
    </Stack>
  )
}

function KindControl({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  return (
    <SegmentedControl
      aria-label={t.kind}
      fullWidth
      value={kind}
      onChange={(value) => onChange(value === 'move' ? 'move' : 'copy')}
      data={[
        { value: 'copy', label: t.copy },
        { value: 'move', label: t.move },
      ]}
    />
  )
}

type PreviewProps = { kind: Kind; pages: number; files: number; leftBehind: number }

function Preview({ kind, pages, files, leftBehind }: PreviewProps) {
  const lines = [
    t.includesPages({ count: pages }),
    ...(files > 0 ? [t.includesFiles({ count: files })] : []),
    ...(leftBehind > 0 ? [t.left({ count: leftBehind })] : []),
    ...(kind === 'move' ? [t.moveTakes, t.moveEnds] : [t.copyLeaves]),
    t.links,
    t.readers,
  ]
  return lines.map((line) => (
    <Text key={line} size="sm" c="dimmed">
      {line}
    </Text>
  ))
}
