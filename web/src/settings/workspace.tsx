import { Button, Skeleton, Switch, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../lib/client.ts'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form, useFieldError } from '../ui/forms/form.tsx'
import { NewWorkspace } from '../ui/forms/new-workspace.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { AdminsOnly } from './admins-only.tsx'
import { DailyPages } from './daily-pages/daily-pages.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { HiddenPages } from './hidden/hidden-pages.tsx'
import { t as common, workspaceTexts as t } from './messages.ts'
import { ProposalSettings } from './proposals/proposal-settings.tsx'
import { SkillSettings } from './skills/skill-settings.tsx'

/** The name of the workspace and its instructions for agents. */
export function WorkspaceSettings() {
  return (
    <AdminsOnly>
      <General />
    </AdminsOnly>
  )
}

function General() {
  const { workspace } = useWorkspace()
  const { rights } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const settingsKey = ['workspace-settings', workspace.id]
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: () => client.workspaceSettings.get({ workspaceId: workspace.id }),
  })
  return (
    <SettingsScreen title={t.title}>
      <Section title={common.name}>
        <Form
          key={workspace.id}
          label={common.saveName}
          done={common.nameSaved}
          changes={[sessionKey, settingsKey]}
          submit={({ name = '' }) =>
            client.workspaceSettings.update({ workspaceId: workspace.id, name })
          }
        >
          <TextField name="name" label={t.name} defaultValue={workspace.name} required maw={400} />
        </Form>
      </Section>
      <Section title={t.instructions} description={t.instructionsDescription}>
        {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton h={160} />}
        {data !== undefined && (
          <Form
            key={workspace.id}
            label={t.saveInstructions}
            done={t.instructionsSaved}
            changes={[settingsKey]}
            submit={({ instructions = '' }) =>
              client.workspaceSettings.update({
                workspaceId: workspace.id,
                instructions: instructions.trim() === '' ? null : instructions,
              })
            }
          >
            <Instructions value={data.instructions ?? ''} />
          </Form>
        )}
      </Section>
      {data !== undefined && <LineBreaks isOn={data.keepsLineBreaks} settingsKey={settingsKey} />}
      <ProposalSettings />
      <SkillSettings />
      <DailyPages />
      {rights.mayCreateWorkspaces && (
        <Section
          title={t.another}
          description={t.anotherDescription}
          action={
            <Button variant="default" onClick={open}>
              {t.create}
            </Button>
          }
        />
      )}
      <HiddenPages />
      <DeleteWorkspace />
      <NewWorkspace isOpen={isOpen} close={close} />
    </SettingsScreen>
  )
}

function LineBreaks({ isOn, settingsKey }: { isOn: boolean; settingsKey: readonly string[] }) {
  const { workspace } = useWorkspace()
  const queries = useQueryClient()
  const change = async (keepsLineBreaks: boolean) => {
    try {
      await client.workspaceSettings.update({ workspaceId: workspace.id, keepsLineBreaks })
      for (const queryKey of [sessionKey, settingsKey]) {
        await queries.invalidateQueries({ queryKey })
      }
      notifications.show({ message: t.saved })
    } catch (failure) {
      showFailure(t.notSaved, failure)
    }
  }
  return (
    <Section title={t.reading}>
      <Switch
        label={t.keepsLineBreaks}
        description={t.keepsLineBreaksHint}
        checked={isOn}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </Section>
  )
}

function Instructions({ value }: { value: string }) {
  const [text, setText] = useState(value)
  useTextDraft({
    field: `instructions ${useWorkspace().workspace.id}`,
    title: t.instructions,
    address: '/settings/workspace',
    edit: text.trim() === value ? undefined : text,
    read: () => ({ texts: { text } }),
    restore: ({ texts }) => setText(texts['text'] ?? value),
  })
  return (
    <Textarea
      name="instructions"
      label={t.instructionsLabel}
      error={useFieldError('instructions')}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      autosize
      minRows={6}
      maxRows={24}
      placeholder={t.instructionsExample}
    />
  )
}
