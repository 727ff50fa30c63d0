import { ActionIcon, Anchor, Badge, Group, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { IconDownload, IconSend, IconTrash } from '../../../vendor/icons/icons.ts'
import { fileNameOf, saveText } from '../../lib/markdown.ts'
import { useSession } from '../../lib/session.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { discardUnsent, readUnsentText, sendUnsent } from '../saving/send-unsent.ts'
import type { Unsent } from '../saving/unsent.ts'
import { t } from './messages.ts'
import { unsentLabel } from './unsent-labels.ts'

/** Pages with changes that the server has not got, and what can be done with each. */
export function UnsentRows({ entries }: { entries: readonly Unsent[] }) {
  return (
    <Rows label={t.list}>
      {entries.map((entry) => (
        <UnsentRow key={`${addressOf(entry)} ${entry.slot ?? ''}`} entry={entry} />
      ))}
    </Rows>
  )
}

function UnsentRow({ entry }: { entry: Unsent }) {
  const { state, where, at } = entry
  const title = entry.title || t.untitled
  const { text, reason } = unsentLabel(state)
  return (
    <Row
      title={
        <Anchor component={Link} to={addressOf(entry)} c="inherit">
          {title}
        </Anchor>
      }
      badge={
        <Badge variant="light" size="sm" color={state.kind === 'failed' ? 'red' : 'orange'}>
          {text}
        </Badge>
      }
      note={
        <>
          {'text' in entry ? <bdi>{entry.excerpt}</bdi> : reason}{' '}
          {where === 'elsewhere' && t.openElsewhere}{' '}
          {at > 0 && t.written({ ago: () => <RelativeTime at={new Date(at).toISOString()} /> })}
        </>
      }
      action={<Actions entry={entry} title={title} />}
    />
  )
}

function Actions({ entry, title }: { entry: Unsent; title: string }) {
  const { user } = useSession()
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    const state = await sendUnsent(user, entry)
    setSending(false)
    if (state !== undefined) showFailure(t.sendFailed, new TypeError(unsentLabel(state).reason))
  }
  const download = async () => {
    const text = await readUnsentText(user, entry)
    if (text !== undefined) saveText(fileNameOf(title), text)
  }
  return (
    <Group gap={4} wrap="nowrap" style={{ alignSelf: 'flex-start' }}>
      {!('text' in entry) && (
        <Action
          label={t.send({ title })}
          act={() => void send()}
          isBusy={isSending}
          icon={<IconSend size={17} stroke={1.7} />}
        />
      )}
      <Action
        label={t.download({ title })}
        act={() => void download()}
        icon={<IconDownload size={17} stroke={1.7} />}
      />
      <Action
        label={t.discard({ title })}
        act={() =>
          confirm({
            title: t.discardTitle,
            body: 'text' in entry ? t.discardTextHint({ title }) : t.discardHint({ title }),
            label: t.confirmDiscard,
            onConfirm: () => void discardUnsent(user, entry),
          })
        }
        icon={<IconTrash size={17} stroke={1.7} />}
      />
    </Group>
  )
}

function addressOf(entry: Unsent): string {
  return 'text' in entry ? entry.address : `/pages/${entry.pageId}`
}

type ActionProps = { label: string; act: () => void; icon: React.ReactNode; isBusy?: boolean }

function Action({ label, act, icon, isBusy = false }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label={label}
        loading={isBusy}
        onClick={act}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
