import { Button, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { IconRobot, IconSparkles } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { GalleryActions } from './gallery-actions.tsx'
import { HowTo } from './install/how-to.tsx'
import { t } from './messages.ts'
import { SkillList } from './skill-list.tsx'
import { type Template, templates } from './templates.ts'
import classes from './skills.module.css'

/** Pages for agents: skills for a kind of task, agents for a role. */
export function SkillsScreen() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('show') === 'agents' ? 'agents' : 'skills'
  return (
    <Screen title={t.title} description={t.hint}>
      <Tabs
        value={tab}
        onChange={(value) =>
          setParams(value === 'agents' ? { show: value } : {}, { replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="skills" leftSection={<IconSparkles size={16} />}>
            {t.skills}
          </Tabs.Tab>
          <Tabs.Tab value="agents" leftSection={<IconRobot size={16} />}>
            {t.agents}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="skills">
          <Owned name="skills" ownership="SKILL" />
        </Tabs.Panel>
        <Tabs.Panel value="agents">
          <Owned name="agents" ownership="AGENT" />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

type OwnedProps = {
  name: 'skills' | 'agents'
  ownership: Template['ownership']
}

function Owned({ name, ownership }: OwnedProps) {
  const { workspace } = useWorkspace()
  const { canCreate } = useRights()
  return (
    <Stack gap="xl">
      <SkillList ownership={ownership} none={<NoneYet name={name} canCreate={canCreate} />} />
      <GalleryActions workspaceId={workspace.id} />
      {canCreate && <Templates ownership={ownership} workspaceId={workspace.id} />}
      <HowTo />
    </Stack>
  )
}

function NoneYet({ name, canCreate }: { name: OwnedProps['name']; canCreate: boolean }) {
  const [title, hint, start] =
    name === 'skills'
      ? [t.noSkills, t.skillsHint, t.skillsStart]
      : [t.noAgents, t.agentsHint, t.agentsStart]
  return (
    <EmptyState icon={<IconSparkles size={26} />} title={title}>
      {canCreate ? start : hint}
    </EmptyState>
  )
}

type TemplatesProps = { ownership: Template['ownership']; workspaceId: string }

function Templates({ ownership, workspaceId }: TemplatesProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const create = async ({ title, icon, markdown }: Template) => {
    setBusy(title)
    try {
      const { pageId } = await client.pages.create({ workspaceId, title, ownership, markdown })
      // The page is there: without its icon it is still the one that was asked for.
      await client.pages.update({ workspaceId, pageId, icon }).catch(() => undefined)
      void queries.invalidateQueries({ queryKey: ['workspaces'] })
      await navigate(`/pages/${pageId}`)
    } catch (error) {
      showFailure(t.notCreated, error)
      setBusy(null)
    }
  }
  return (
    <section aria-label={t.templates}>
      <Title order={2} size="h5" mb="sm">
        {t.templates}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {templates()
          .filter((template) => template.ownership === ownership)
          .map((template) => (
            <div key={template.title} className={classes['template']}>
              <span className={classes['name']}>
                <PageIcon icon={template.icon} /> {template.title}
              </span>
              <Text size="sm" c="dimmed" flex={1}>
                {template.hint}
              </Text>
              <Button
                variant="light"
                size="xs"
                loading={busy === template.title}
                aria-label={t.createFrom({ title: template.title })}
                onClick={() => void create(template)}
              >
                {t.create}
              </Button>
            </div>
          ))}
      </SimpleGrid>
    </section>
  )
}
