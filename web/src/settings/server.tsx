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
import { Accounts } from './accounts/accounts.tsx'
import { serverTexts as t } from './messages.ts'
import { Policies } from './policies/policies.tsx'
import { ChoiceField, type NumberField, NumberFields, readNumbers } from './server-fields.tsx'

const settingsKey = ['server-settings'] as const
const gibibyte = 1024 ** 3

type Shown = Awaited<ReturnType<typeof client.serverSettings.get>>
type Settings = Shown['settings']
type ServerSettingsUpdate = Parameters<typeof client.serverSettings.update>[0]

/** The maximums that the server accepts. */
const maxCount = { max: 1_000_000_000 }
const maxRate = { max: 1_000_000 }
const maxBytes = { unit: gibibyte, max: 2 ** 20 }

function limitFields(): readonly NumberField[] {
  return [
    { name: 'pagesPerWorkspace', label: t.pagesPerWorkspace, ...maxCount },
    { name: 'fileBytesPerWorkspace', label: t.fileBytesPerWorkspace, ...maxBytes },
    { name: 'pagesPerPerson', label: t.pagesPerPerson, ...maxCount },
    { name: 'fileBytesPerPerson', label: t.fileBytesPerPerson, ...maxBytes },
    { name: 'keysPerPerson', label: t.keysPerPerson, ...maxCount },
    { name: 'maxKeyDays', label: t.maxKeyDays, min: 7, max: 3650 },
    { name: 'workspacesPerDay', label: t.workspacesPerDay, ...maxCount },
    { name: 'uploadsPerPerson', label: t.uploadsPerPerson, ...maxCount },
    { name: 'uploadBytesPerPerson', label: t.uploadBytesPerPerson, ...maxBytes },
  ].map((field) => ({ ...field, isOptional: true }))
}

function mailFields(): readonly NumberField[] {
  return [
    { name: 'mailsPerHour', label: t.mailsPerHour, ...maxRate },
    { name: 'mailsPerDay', label: t.mailsPerDay, ...maxRate },
    { name: 'mailsPerAddress', label: t.mailsPerAddress, ...maxRate },
    { name: 'mailsOfServer', label: t.mailsOfServer, ...maxRate },
  ]
}

function visitorFields(): readonly NumberField[] {
  return [
    { name: 'visitorCommentsPerHour', label: t.visitorCommentsPerHour, ...maxRate },
    { name: 'visitorChangesPerHour', label: t.visitorChangesPerHour, ...maxRate },
  ]
}

function lengthFields(): readonly NumberField[] {
  return [{ name: 'passwordLength', label: t.passwordLength, min: 8, max: 64 }]
}

function strengths() {
  return [t.anyStrength, t.weak, t.fair, t.good, t.strong].map((label, score) => ({
    value: String(score),
    label,
  }))
}

/** The settings of the server, for its administrators. */
export function ServerSettings() {
  const { rights } = useSession()
  if (rights.isAdministrator) return <Loaded />
  return (
    <SettingsScreen title={t.title}>
      <Alert mt="lg" color="gray">
        {t.administratorsOnly}
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
    <SettingsScreen title={t.title} description={t.description}>
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
        title={t.limits}
        label={t.saveLimits}
        description={t.limitsDescription}
        fields={limitFields()}
        settings={settings}
        done={t.limitsSaved}
      />
      <NumberSection
        title={t.mails}
        label={t.saveMails}
        description={t.mailsDescription}
        fields={mailFields()}
        settings={settings}
        done={t.limitsSaved}
      />
      <NumberSection
        title={t.visitors}
        label={t.saveVisitors}
        description={t.visitorsDescription}
        fields={visitorFields()}
        settings={settings}
        done={t.limitsSaved}
      />
      <Passwords settings={settings} />
      <Policies settings={settings} />
      <Accounts />
      <Section
        title={t.administrators}
        description={t.administratorsDescription({
          command: (children) => <code dir="ltr">{children}</code>,
        })}
      >
        <Rows label={t.administrators}>
          {administrators.map(({ id, firstName, lastName, email }) => (
            <Row key={id} title={`${firstName} ${lastName}`} note={email} />
          ))}
        </Rows>
      </Section>
    </>
  )
}

function save(change: ServerSettingsUpdate) {
  return client.serverSettings.update(change)
}

function Rights({ settings }: { settings: Settings }) {
  return (
    <Section title={t.rights}>
      <Form
        label={t.saveRights}
        done={t.rightsSaved}
        changes={[settingsKey, sessionKey]}
        submit={({ workspaceCreators, inviters, publishers }) =>
          save({
            workspaceCreators:
              workspaceCreators === 'administrators' ? 'administrators' : 'everyone',
            inviters: inviters === 'administrators' ? 'administrators' : 'workspace-admins',
            publishers: publishers === 'disabled' ? 'disabled' : 'page-managers',
          })
        }
      >
        <ChoiceField
          name="workspaceCreators"
          label={t.workspaceCreators}
          value={settings.workspaceCreators}
          choices={[
            { value: 'everyone', label: t.everyone },
            { value: 'administrators', label: t.administratorsOfServer },
          ]}
        />
        <ChoiceField
          name="inviters"
          label={t.inviters}
          value={settings.inviters}
          choices={[
            { value: 'workspace-admins', label: t.workspaceAdmins },
            { value: 'administrators', label: t.invitingAdministrators },
          ]}
        />
        <ChoiceField
          name="publishers"
          label={t.publishers}
          value={settings.publishers}
          choices={[
            { value: 'page-managers', label: t.pageManagers },
            { value: 'disabled', label: t.noPublishers },
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
    <Section title={t.passwords} description={t.passwordsDescription}>
      <Form
        label={t.savePasswords}
        done={t.passwordsSaved}
        changes={[settingsKey, signInMethodsKey]}
        submit={(values) =>
          save({
            ...readNumbers(lengthFields(), values),
            passwordScore: Number(values['passwordScore']),
          })
        }
      >
        <NumberFields fields={lengthFields()} values={settings} />
        <ChoiceField
          name="passwordScore"
          label={t.passwordScore}
          value={String(settings.passwordScore)}
          choices={strengths()}
        />
      </Form>
    </Section>
  )
}
