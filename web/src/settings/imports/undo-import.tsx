import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../lib/actions.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { ask } from '../../ui/forms/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Import, importsKey, type StayingPage, undoImport } from './import-queries.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; runId: string } & Pick<Import, 'name' | 'undoneAt'>

/** Pages that are listed after an import was undone. */
const maxListed = 100

/** Takes an import back, and lists the pages that stay. */
export function UndoImport({ workspaceId, runId, name, undoneAt }: Props) {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [staying, setStaying] = useState<StayingPage[]>([])
  const undo = useAction(
    () => undoImport(workspaceId, runId, (done, total) => setProgress({ done, total })),
    { changes: [importsKey(workspaceId), ['tree']], done: t.undone, onDone: setStaying },
  )
  const askToUndo = async () => {
    const question = { title: t.undoTitle({ name }), body: t.undoBody, label: t.undo }
    if (!(await ask(question))) return
    setProgress(undefined)
    setStaying([])
    undo.mutate(undefined)
  }
  return (
    <Stack gap="xs">
      {undoneAt === null ? (
        <Button
          size="xs"
          variant="default"
          loading={undo.isPending}
          onClick={() => void askToUndo()}
          style={{ alignSelf: 'flex-start' }}
        >
          {t.undo}
        </Button>
      ) : (
        <Group gap="xs">
          <Text size="sm">
            {t.undone} · <RelativeTime at={undoneAt} />
          </Text>
          <Anchor size="sm" component={Link} to="/trash">
            {t.openTrash}
          </Anchor>
        </Group>
      )}
      {undo.isPending && progress !== undefined && (
        <Text size="sm" role="status">
          {t.undoProgress(progress)}
        </Text>
      )}
      {staying.length > 0 && <StayingPages pages={staying} />}
    </Stack>
  )
}

function StayingPages({ pages }: { pages: readonly StayingPage[] }) {
  return (
    <>
      <Text size="sm" role="status">
        {t.staying({ count: pages.length })}
      </Text>
      <List size="sm">
        {pages.slice(0, maxListed).map(({ id, title }) => (
          <List.Item key={id}>
            <Anchor size="sm" component={Link} to={`/pages/${id}`}>
              <bdi>{displayTitle(title)}</bdi>
            </Anchor>
          </List.Item>
        ))}
      </List>
    </>
  )
}
