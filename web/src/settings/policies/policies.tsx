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
        <Policy
          name="requireTwoFactors"
          isOn={settings.requireTwoFactors}
          label={t.requireTwoFactors}
          description={t.requireTwoFactorsDescription}
        />
        <Policy
          name="requireSingleSignOn"
          isOn={settings.requireSingleSignOn}
          label={t.requireSingleSignOn}
          description={t.requireSingleSignOnDescription}
        />
        <Policy
          name="keysReadOnlyByDefault"
          isOn={settings.keysReadOnlyByDefault}
          label={t.keysReadOnlyByDefault}
          description={t.keysReadOnlyDescription}
        />
      </Form>
    </Section>
  )
}

type PolicyProps = { name: keyof Settings; isOn: boolean; label: string; description: string }

function Policy({ name, isOn, label, description }: PolicyProps) {
  return (
    <Checkbox
      name={name}
      defaultChecked={isOn}
      label={label}
      description={description}
      error={useFieldError(name)}
    />
  )
}
