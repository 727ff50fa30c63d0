import { Alert, Badge, Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { chooseSkillFiles } from '../../../../client/skill-paths.ts'
import { client } from '../../lib/client.ts'
import { type ChosenFile, chosenFiles } from '../../lib/uploads/dropped-files.ts'
import { uploadFile } from '../../lib/uploads/upload.ts'
import { zipChosen } from '../../lib/uploads/zip-chosen.ts'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Findings } from '../findings.tsx'
import { t } from '../messages.ts'

type Preview = Awaited<ReturnType<typeof client.skillImports.preview>>['skills']
type Archive = { fileId: string; name: string; skills: Preview }
type Upload = (workspaceId: string, file: File) => Promise<string>
type Props = { workspaceId: string; close: () => void; upload?: Upload }

/** A dialog for folders. The types of React do not know the attribute. */
const folderInput = { webkitdirectory: '', tabIndex: -1 }

const uploadArchive: Upload = (workspaceId, file) => uploadFile(workspaceId, file, () => undefined)

/** A single file is an archive. Of a folder, only what belongs to skills and agents is sent. */
async function archiveOf(files: readonly ChosenFile[]): Promise<File> {
  const [first] = files
  if (first !== undefined && files.length === 1 && !first.path.includes('/')) return first.file
  const own = files.filter(({ path }) => !/(?:^|\/)(?:\.git|node_modules)\//.test(path))
  const isOfSkill = chooseSkillFiles(own.map(({ path }) => path))
  return zipChosen(own.filter(({ path }) => isOfSkill(path)))
}

/** Imports the skills and agents of a ZIP archive or a folder, after a look at what will be created. */
export function ImportSkills({ workspaceId, close, upload = uploadArchive }: Props) {
  const queries = useQueryClient()
  // Removed when the dialog closes: the pages have what was in it.
  const uploaded = useRef<string[]>([])
  useEffect(
    () => () => {
      for (const fileId of uploaded.current) {
        void client.files.remove({ workspaceId, fileId, force: true }).catch(() => undefined)
      }
    },
    [workspaceId],
  )
  const reading = useMutation({
    mutationFn: async (files: readonly ChosenFile[]): Promise<Archive> => {
      const file = await archiveOf(files)
      const fileId = await upload(workspaceId, file)
      uploaded.current.push(fileId)
      const { skills } = await client.skillImports.preview({ workspaceId, fileId })
      return { fileId, name: files[0]?.path.split('/')[0] ?? file.name, skills }
    },
  })
  const importing = useMutation({
    mutationFn: (fileId: string) => client.skills.importZip({ workspaceId, fileId }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['workspaces'] }),
  })
  const archive = reading.data
  return (
    <OpenedModal onClose={close} size="lg" title={t.importTitle}>
      <Stack gap="md">
        <Text size="sm">{t.importHint}</Text>
        {importing.data === undefined && (
          <Group>
            <FileButton
              accept=".zip,application/zip"
              onChange={(file) => file !== null && reading.mutate(chosenFiles([file]))}
            >
              {(props) => (
                <Button {...props} variant="default" loading={reading.isPending}>
                  {t.chooseArchive}
                </Button>
              )}
            </FileButton>
            <FileButton
              multiple
              inputProps={folderInput}
              onChange={(files) => files.length > 0 && reading.mutate(chosenFiles(files))}
            >
              {(props) => (
                <Button {...props} variant="default" loading={reading.isPending}>
                  {t.chooseFolder}
                </Button>
              )}
            </FileButton>
          </Group>
        )}
        {reading.error !== null && <ErrorNotice error={reading.error} />}
        {importing.error !== null && <ErrorNotice error={importing.error} />}
        {archive !== undefined && importing.data === undefined && (
          <Found
            archive={archive}
            isImporting={importing.isPending}
            start={() => importing.mutate(archive.fileId)}
          />
        )}
        {importing.data !== undefined && <Imported result={importing.data} close={close} />}
      </Stack>
    </OpenedModal>
  )
}

type FoundProps = { archive: Archive; isImporting: boolean; start: () => void }

function Found({ archive: { name, skills }, isImporting, start }: FoundProps) {
  if (skills.length === 0) return <Text role="status">{t.nothingToImport({ name })}</Text>
  return (
    <Stack gap="sm" component="section" aria-label={t.willBeCreated}>
      {skills.map((skill) => (
        <FoundSkill key={`${skill.ownership} ${skill.name}`} skill={skill} />
      ))}
      <Group>
        <Button loading={isImporting} onClick={start}>
          {t.importCount({ count: skills.length })}
        </Button>
      </Group>
    </Stack>
  )
}

function FoundSkill({ skill: { name, ownership, files, findings } }: { skill: Preview[number] }) {
  const programs = files.filter(({ isExecutable }) => isExecutable)
  return (
    <Stack gap={4} role="group" aria-label={name}>
      <Group gap="xs">
        <Text fw={600} dir="auto">
          {name}
        </Text>
        <Badge size="sm" variant="light">
          {ownership === 'AGENT' ? t.agent : t.skill}
        </Badge>
        <Text size="xs" c="dimmed">
          {t.fileCount({ count: files.length })}
        </Text>
      </Group>
      {programs.length > 0 && (
        <Alert color="orange" variant="light" title={t.executables} role="note">
          <List size="sm">
            {programs.map(({ path }) => (
              <List.Item key={path}>
                <code dir="ltr">{path}</code>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Findings findings={findings} ifErrors={t.staysDraft} />
    </Stack>
  )
}

type Result = Awaited<ReturnType<typeof client.skills.importZip>>

function Imported({ result: { skills, skipped }, close }: { result: Result; close: () => void }) {
  return (
    <Stack gap="sm">
      <Text role="status">{t.imported({ count: skills.length })}</Text>
      {skipped.length > 0 && (
        <Alert color="yellow" variant="light" title={t.notImported} role="note">
          <List size="sm">
            {skipped.map(({ path, reason }) => (
              <List.Item key={path}>
                <span dir="auto">{`${path} ${reason}`}</span>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group>
        <Button onClick={close}>{t.closeImport}</Button>
      </Group>
    </Stack>
  )
}
