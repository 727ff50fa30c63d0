import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { signInMethodsKey } from '../lib/sign-in-methods.ts'
import { Form } from '../ui/forms/form.tsx'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { SettingsScreen } from '../ui/screens/settings-screen.tsx'
import { ChoiceField, type NumberField, NumberFields, readNumbers } from './server-fields.tsx'

const settingsKey = ['server-settings'] as const
const gibibyte = 1024 ** 3

type Shown = Awaited<ReturnType<typeof client.serverSettings.get>>
type Settings = Shown['settings']
type Change = Parameters<typeof client.serverSettings.update>[0]

/** The most that the server takes. */
const most = { max: 1_000_000_000 }
const mostMails = { max: 1_000_000 }
const bytes = { unit: gibibyte, max: 2 ** 20 }

const limits: readonly NumberField[] = [
  { name: 'pagesPerWorkspace', label: 'Pages in a workspace', ...most },
  { name: 'fileBytesPerWorkspace', label: 'Files in a workspace, in GiB', ...bytes },
  { name: 'pagesPerPerson', label: 'Pages made by one person', ...most },
  { name: 'fileBytesPerPerson', label: 'Files added by one person, in GiB', ...bytes },
  { name: 'keysPerPerson', label: 'API keys per person', ...most },
  { name: 'workspacesPerDay', label: 'New workspaces per person and day', ...most },
  { name: 'uploadsPerPerson', label: 'Unfinished uploads per person', ...most },
  { name: 'uploadBytesPerPerson', label: 'Size of unfinished uploads, in GiB', ...bytes },
].map((field) => ({ ...field, isOptional: true }))
const mails: readonly NumberField[] = [
  { name: 'mailsPerHour', label: 'Per person and hour', ...mostMails },
  { name: 'mailsPerDay', label: 'Per person and day', ...mostMails },
  { name: 'mailsPerAddress', label: 'To one address, per day', ...mostMails },
  { name: 'mailsOfServer', label: 'From everybody, per hour', ...mostMails },
]
const scores = [
  { value: '0', label: 'Any' },
  { value: '1', label: 'Weak' },
  { value: '2', label: 'Fair' },
  { value: '3', label: 'Good (recommended)' },
  { value: '4', label: 'Strong' },
]
const lengths: readonly NumberField[] = [
  { name: 'passwordLength', label: 'Minimum length, in characters', min: 8, max: 64 },
]

/** What the administrators of the server set for all workspaces. */
export function ServerSettings() {
  const { rights } = useSession()
  if (rights.isAdministrator) return <Loaded />
  return (
    <SettingsScreen title="Server">
      <Alert mt="lg" color="gray">
        Only administrators of this server see and change its settings. The operator of the server
        can make you one.
      </Alert>
    </SettingsScreen>
  )
}

function Loaded() {
  const { data, error, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: () => client.serverSettings.get({}),
  })
  return (
    <SettingsScreen title="Server" description="These settings apply to every workspace.">
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={320} mt="lg" />}
      {data !== undefined && <Sections {...data} />}
    </SettingsScreen>
  )
}

function Sections({ settings, administrators }: Shown) {
  return (
    <>
      <Rights settings={settings} />
      <NumberSection
        title="Limits"
        label="Save limits"
        description="Leave a field empty for no limit."
        fields={limits}
        settings={settings}
        done="The limits are saved."
      />
      <NumberSection
        title="Invitations by mail"
        label="Save mail limits"
        description="People send them to addresses of their choice, so there is always a limit."
        fields={mails}
        settings={settings}
        done="The limits are saved."
      />
      <Passwords settings={settings} />
      <Section
        title="Administrators"
        description={
          <>
            They see this screen, not the pages of workspaces they are not members of. The operator
            adds them with <code>quire admin add</code>.
          </>
        }
      >
        <Rows label="Administrators">
          {administrators.map(({ id, firstName, lastName, email }) => (
            <Row key={id} title={`${firstName} ${lastName}`} note={email} />
          ))}
        </Rows>
      </Section>
    </>
  )
}

function save(change: Change) {
  return client.serverSettings.update(change)
}

function Rights({ settings }: { settings: Settings }) {
  return (
    <Section title="Rights">
      <Form
        label="Save rights"
        done="The rights are saved."
        changes={[settingsKey, sessionKey]}
        submit={({ workspaceCreators, inviters }) =>
          save({
            workspaceCreators:
              workspaceCreators === 'administrators' ? 'administrators' : 'everyone',
            inviters: inviters === 'administrators' ? 'administrators' : 'workspace-admins',
          })
        }
      >
        <ChoiceField
          name="workspaceCreators"
          label="Who can create workspaces"
          value={settings.workspaceCreators}
          choices={[
            { value: 'everyone', label: 'Everyone' },
            { value: 'administrators', label: 'Administrators of this server' },
          ]}
        />
        <ChoiceField
          name="inviters"
          label="Who can invite people"
          value={settings.inviters}
          choices={[
            { value: 'workspace-admins', label: 'Owners and admins of each workspace' },
            {
              value: 'administrators',
              label: 'Only those of them who are administrators of this server',
            },
          ]}
        />
      </Form>
    </Section>
  )
}

type NumberSectionProps = {
  title: string
  label: string
  description: string
  fields: readonly NumberField[]
  settings: Settings
  done: string
}

function NumberSection({ title, label, description, fields, settings, done }: NumberSectionProps) {
  return (
    <Section title={title} description={description}>
      <Form
        label={label}
        done={done}
        changes={[settingsKey]}
        submit={(values) => save(readNumbers(fields, values))}
      >
        <NumberFields fields={fields} values={settings} />
      </Form>
    </Section>
  )
}

function Passwords({ settings }: { settings: Settings }) {
  return (
    <Section
      title="Passwords"
      description="The rules apply to new passwords. Passwords in use stay as they are."
    >
      <Form
        label="Save password rules"
        done="The rules are saved."
        changes={[settingsKey, signInMethodsKey]}
        submit={(values) =>
          save({
            ...readNumbers(lengths, values),
            passwordScore: Number(values['passwordScore']),
          })
        }
      >
        <NumberFields fields={lengths} values={settings} />
        <ChoiceField
          name="passwordScore"
          label="Minimum strength"
          value={String(settings.passwordScore)}
          choices={scores}
        />
      </Form>
    </Section>
  )
}
