import { Button, List, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconTrash } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { showFailure } from '../ui/undo.tsx'
import type { ListedFile } from './file-row.tsx'
import { fileUseQuery, type UsingPage } from './file-use.ts'
import { t } from './messages.ts'

/** Titles that are listed; the others are counted. */
const maxTitles = 8

type Props = { file: ListedFile; onDelete: () => void }

/** Deletes a file after a confirmation that lists the pages that use it. */
export function DeleteFile({ file, onDelete }: Props) {
  const { workspace } = useWorkspace()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const address = { workspaceId: workspace.id, fileId: file.id }
  const remove = useAction((force: boolean) => client.files.remove({ ...address, force }), {
    changes: [['files', 'list'], ['pageFiles']],
    done: t.deleted({ name: file.name }),
    onDone: onDelete,
  })
  const ask = async () => {
    setAsking(true)
    try {
      const { pages } = await queries.fetchQuery({ ...fileUseQuery(address), staleTime: 0 })
      confirm({
        title: t.deleteTitle({ name: file.name }),
        body: <Warning pages={pages} />,
        label: t.delete,
        onConfirm: () => remove.mutate(pages.length > 0),
      })
    } catch (error) {
      showFailure(t.notDeleted, error)
    }
    setAsking(false)
  }
  return (
    <Button
      variant="default"
      size="xs"
      loading={isAsking || remove.isPending}
      leftSection={<IconTrash size={14} />}
      onClick={() => void ask()}
    >
      {t.delete}
    </Button>
  )
}

function Warning({ pages }: { pages: readonly UsingPage[] }) {
  if (pages.length === 0) return t.deleteUnused
  const named = pages.slice(0, maxTitles)
  return (
    <>
      <Text size="sm">{t.deleteUsed({ count: pages.length })}</Text>
      <List size="sm" mt="xs">
        {named.map(({ id, title }) => (
          <List.Item key={id}>{displayTitle(title)}</List.Item>
        ))}
        {pages.length > named.length && (
          <List.Item>{t.morePages({ count: pages.length - named.length })}</List.Item>
        )}
      </List>
    </>
  )
}
