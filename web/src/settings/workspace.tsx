import { Button, Skeleton, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form, useFieldError } from '../ui/forms/form.tsx'
import { NewWorkspace } from '../ui/forms/new-workspace.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { AdminsOnly } from './admins-only.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'

/** The workspace itself: its name, and what agents are told about it. */
export function WorkspaceSettings() {
  return (
    <AdminsOnly>
      <Shown />
    </AdminsOnly>
  )
}

function Shown() {
  const { workspace } = useWorkspace()
  const { rights } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const settingsKey = ['workspace-settings', workspace.id]
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: () => client.workspaceSettings.get({ workspaceId: workspace.id }),
  })
  return (
    <SettingsScreen title="General">
      <Section title="Name">
        <Form
          key={workspace.id}
          label="Save name"
          done="The name is saved."
          changes={[sessionKey, settingsKey]}
          submit={({ name = '' }) =>
            client.workspaceSettings.update({ workspaceId: workspace.id, name })
          }
        >
          <TextField
            name="name"
            label="Name of the workspace"
            defaultValue={workspace.name}
            required
            maw={400}
          />
        </Form>
      </Section>
      <Section
        title="Text for agents"
        description="Every agent that works here reads it first: what the workspace is about, how pages are named, what to leave alone."
      >
        {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton h={160} />}
        {data !== undefined && (
          <Form
            key={workspace.id}
            label="Save text"
            done="Agents read the new text from now on."
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
      {rights.mayCreateWorkspaces && (
        <Section
          title="Another workspace"
          description="Pages, members and settings of their own. You stay a member of this one."
          action={
            <Button variant="default" onClick={open}>
              New workspace
            </Button>
          }
        />
      )}
      <DeleteWorkspace />
      <NewWorkspace isOpen={isOpen} close={close} />
    </SettingsScreen>
  )
}

function Instructions({ value }: { value: string }) {
  return (
    <Textarea
      name="instructions"
      label="Text for agents, in Markdown"
      error={useFieldError('instructions')}
      defaultValue={value}
      autosize
      minRows={6}
      maxRows={24}
      placeholder="Write in British English. Meeting notes go below “Meetings”, one page a day."
    />
  )
}
