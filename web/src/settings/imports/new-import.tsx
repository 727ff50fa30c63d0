import { Box, Button, Checkbox, FileButton, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconUpload } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { type ChosenFile, chosenFiles, droppedFiles } from '../../lib/uploads/dropped-files.ts'
import { Section } from '../../ui/screens/section.tsx'
import { type PageChoice, PageField } from '../page-field.tsx'
import { createImport, importsKey } from './import-queries.ts'
import { t } from './messages.ts'

/** Chooses files, and where they go. The upload starts at once; the import does not. */
export function NewImport({ workspaceId }: { workspaceId: string }) {
  const [parent, setParent] = useState<PageChoice | null>(null)
  const [allFiles, setAllFiles] = useState(false)
  const [updates, setUpdates] = useState(true)
  const [share, setShare] = useState(0)
  const create = useAction(
    async (chosen: Promise<readonly ChosenFile[]>) => {
      setShare(0)
      const parentId = parent?.id ?? null
      const files = await chosen
      // A folder can be empty.
      if (files.length === 0) return undefined
      return createImport({ workspaceId, files, parentId, allFiles, updates }, setShare)
    },
    { changes: [importsKey(workspaceId)] },
  )
  const add = (files: readonly File[]) => {
    if (files.length > 0) create.mutate(Promise.resolve(chosenFiles(files)))
  }
  const percent = Math.round(share * 100)
  return (
    <Section title={t.newTitle} description={t.newDescription}>
      <Stack gap="md" maw={480}>
        <PageField
          label={t.parent}
          description={t.parentHint}
          clearLabel={t.clearParent}
          value={parent}
          onChange={setParent}
        />
        <Checkbox
          label={t.updates}
          description={t.updatesHint}
          checked={updates}
          onChange={(event) => setUpdates(event.currentTarget.checked)}
        />
        <Checkbox
          label={t.allFiles}
          checked={allFiles}
          onChange={(event) => setAllFiles(event.currentTarget.checked)}
        />
        <Box
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            if (!create.isPending) create.mutate(droppedFiles(event.dataTransfer))
          }}
        >
          <FileButton multiple onChange={add}>
            {(props) => (
              <Button
                {...props}
                loading={create.isPending}
                leftSection={<IconUpload size={18} aria-hidden />}
              >
                {t.chooseFiles}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" mt="xs">
            {t.drop}
          </Text>
        </Box>
        {create.isPending && <Progress value={percent} aria-label={t.uploading({ percent })} />}
      </Stack>
    </Section>
  )
}
