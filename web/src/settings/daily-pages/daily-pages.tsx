import { Select, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { type PageChoice, PageField } from '../page-field.tsx'
import { t } from './messages.ts'

type Settings = { title: string; templateId: string | null; parent: PageChoice | null }
type Choice = { value: string; label: string }

const placeholders = '{{date}}, {{year}}, {{month}}, {{day}}, {{week}}'
const root = 'dailyPages'

/** Where the daily pages of the workspace are created, and how. */
export function DailyPages() {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data, error, refetch } = useQuery({
    queryKey: [root, 'settings', workspaceId],
    queryFn: () => read(workspaceId),
  })
  return (
    <Section title={t.title} description={t.description}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={160} />}
      {data !== undefined && <Fields key={workspaceId} workspaceId={workspaceId} {...data} />}
    </Section>
  )
}

async function read(workspaceId: string): Promise<{ settings: Settings; templates: Choice[] }> {
  const [{ parentId, ...settings }, { templates }] = await Promise.all([
    client.dailyPages.settings({ workspaceId }),
    client.templates.list({ workspaceId }),
  ])
  const parent =
    parentId === null ? undefined : await client.pages.get({ workspaceId, page: parentId })
  return {
    settings: { ...settings, parent: parent === undefined ? null : choiceOf(parent) },
    templates: templates.map(({ id, title }) => ({ value: id, label: displayTitle(title) })),
  }
}

function choiceOf({ id, title }: PageChoice): PageChoice {
  return { id, title }
}

type FieldsProps = { workspaceId: string; settings: Settings; templates: Choice[] }

function Fields({ workspaceId, settings, templates }: FieldsProps) {
  const [parent, setParent] = useState(settings.parent)
  const [templateId, setTemplateId] = useState(settings.templateId)
  return (
    <Form
      label={t.save}
      done={t.saved}
      changes={[[root]]}
      submit={({ title = '' }) =>
        client.dailyPages.setSettings({
          workspaceId,
          parentId: parent?.id ?? null,
          title,
          templateId,
        })
      }
    >
      <Stack gap="md" maw={400}>
        <PageField
          label={t.parent}
          description={t.parentHint}
          clearLabel={t.clearParent}
          value={parent}
          onChange={setParent}
        />
        <TextField
          name="title"
          label={t.name}
          description={t.nameHint({ placeholders })}
          defaultValue={settings.title}
          maxLength={255}
          required
        />
        <Select
          label={t.template}
          description={t.templateHint}
          placeholder={t.noTemplate}
          clearable
          data={templates}
          value={templateId}
          onChange={setTemplateId}
        />
      </Stack>
    </Form>
  )
}
