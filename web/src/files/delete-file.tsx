import { Button, List, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { confirm } from '../ui/forms/confirm.tsx'
import { showFailure } from '../ui/undo.tsx'
import type { ListedFile } from './file-row.tsx'
import { fileUseQuery, type UsingPage } from './file-use.ts'

/** Titles that are named; the others are counted. */
const mostNamed = 8

type Props = { file: ListedFile; onDelete: () => void }

/** Deletes a file, after it said which pages use it. */
export function DeleteFile({ file, onDelete }: Props) {
  const { workspace } = useWorkspace()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const address = { workspaceId: workspace.id, fileId: file.id }
  const remove = useAction((force: boolean) => client.files.remove({ ...address, force }), {
    changes: [['files', 'list'], ['pageFiles']],
    done: `${file.name} is deleted.`,
    onDone: onDelete,
  })
  const ask = async () => {
    setAsking(true)
    try {
      const { pages } = await queries.fetchQuery({ ...fileUseQuery(address), staleTime: 0 })
      confirm({
        title: `Delete ${file.name}?`,
        body: <Warning pages={pages} />,
        label: 'Delete',
        onConfirm: () => remove.mutate(pages.length > 0),
      })
    } catch (error) {
      showFailure('The file was not deleted', error)
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
      Delete
    </Button>
  )
}

function Warning({ pages }: { pages: readonly UsingPage[] }) {
  if (pages.length === 0) return 'No page uses it. This cannot be undone.'
  const named = pages.slice(0, mostNamed)
  return (
    <>
      <Text size="sm">
        {pages.length === 1 ? '1 page uses it' : `${pages.length} pages use it`} and will show it as
        missing. This cannot be undone.
      </Text>
      <List size="sm" mt="xs">
        {named.map(({ id, title }) => (
          <List.Item key={id}>{title || 'Untitled'}</List.Item>
        ))}
        {pages.length > named.length && (
          <List.Item>and {pages.length - named.length} more</List.Item>
        )}
      </List>
    </>
  )
}
