import { Checkbox } from '@mantine/core'
import { client } from '../../lib/client.ts'
import { Form, useFieldError } from '../../ui/forms/form.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { policyTexts as t } from './messages.ts'

type Settings = Awaited<ReturnType<typeof client.serverSettings.get>>['settings']

/** What the server requires of sign-ins and of API keys. */
export function Policies({ settings }: { settings: Settings }) {
  return (
    <Section title={t.title} description={t.description}>
      <Form
        label={t.save}
        done={t.saved}
        changes={[['server-settings'], ['keys']]}
        submit={(values) =>
          client.serverSettings.update({
            requireTwoFactors: 'requireTwoFactors' in values,
            requireSingleSignOn: 'requireSingleSignOn' in values,
            keysReadOnlyByDefault: 'keysReadOnlyByDefault' in values,
          })
        }
      >
        <TwoFactors isRequired={settings.requireTwoFactors} />
        <SingleSignOn isRequired={settings.requireSingleSignOn} />
        <Checkbox
          name="keysReadOnlyByDefault"
          defaultChecked={settings.keysReadOnlyByDefault}
          label={t.keysReadOnlyByDefault}
          description={t.keysReadOnlyDescription}
        />
      </Form>
    </Section>
  )
}

function TwoFactors({ isRequired }: { isRequired: boolean }) {
  return (
    <Checkbox
      name="requireTwoFactors"
      defaultChecked={isRequired}
      label={t.requireTwoFactors}
      description={t.requireTwoFactorsDescription}
      error={useFieldError('requireTwoFactors')}
    />
  )
}

function SingleSignOn({ isRequired }: { isRequired: boolean }) {
  return (
    <Checkbox
      name="requireSingleSignOn"
      defaultChecked={isRequired}
      label={t.requireSingleSignOn}
      description={t.requireSingleSignOnDescription}
      error={useFieldError('requireSingleSignOn')}
    />
  )
}
