import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { IconLock } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { formatList } from '../../lib/numbers.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { useParts } from '../../ui/rows/parts.ts'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ShowMore } from '../../ui/rows/show-more.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { t as common } from '../messages.ts'
import { HandOverForm } from './hand-over-form.tsx'
import { t } from './messages.ts'

type HiddenPage = Awaited<ReturnType<typeof client.permissions.hidden>>['items'][number]

/** What owners can do about restricted pages that they cannot read; shown only if there are any. */
export function HiddenPages() {
  const { id: workspaceId } = useWorkspace().workspace
  const { isOwner } = useRights()
  const [chosenId, setChosenId] = useState<string>()
  const close = () => setChosenId(undefined)
  const list = useParts(
    ['permissions', 'hidden', workspaceId],
    (part, options) => client.permissions.hidden({ workspaceId, ...part }, options),
    isOwner,
  )
  const { data = [], error, refetch } = list
  if (!isOwner || (data.length === 0 && error === null)) return null
  return (
    <Section title={t.title} description={t.description}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      <Rows label={t.title}>
        {data.map((page) => (
          <HiddenRow
            key={page.pageId}
            {...{ workspaceId, page }}
            handOver={() => setChosenId(page.pageId)}
          />
        ))}
      </Rows>
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
      <Modal opened={chosenId !== undefined} onClose={close} title={t.handOverTitle}>
        {chosenId !== undefined && (
          <HandOverForm workspaceId={workspaceId} pageId={chosenId} onDone={close} />
        )}
      </Modal>
    </Section>
  )
}

type RowProps = { workspaceId: string; page: HiddenPage; handOver: () => void }

function HiddenRow({ workspaceId, page, handOver }: RowProps) {
  const { pageId, pages, managers, createdAt } = page
  const names = formatList(managers.map(({ name }) => name))
  const remove = useAction(() => client.permissions.deleteHidden({ workspaceId, pageId }), {
    changes: [['permissions', 'hidden'], ['trash']],
    done: t.deleted,
  })
  const askToDelete = () =>
    confirm({
      title: t.deleteTitle,
      body: t.deleteBody,
      label: common.delete,
      onConfirm: () => remove.mutate(),
    })
  return (
    <Row
      icon={<IconLock size={20} aria-hidden />}
      title={managers.length === 0 ? t.noManager : t.managedBy({ names })}
      note={t.createdAt({ count: pages, date: new Date(createdAt) })}
      action={
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            aria-label={t.handOverOf({ names })}
            onClick={handOver}
          >
            {t.handOver}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t.deleteOf({ names })}
            loading={remove.isPending}
            onClick={askToDelete}
          >
            {common.delete}
          </Button>
        </Group>
      }
    />
  )
}
