import { Tabs } from '@mantine/core'
import { displayTitle } from '../lib/page-title.ts'
import { OpenedModal } from '../ui/forms/opened-modal.tsx'
import { FilesPanel } from './files-panel.tsx'
import { InstallPanel } from './install/install-panel.tsx'
import { t } from './messages.ts'
import { PublishPanel } from './publish-panel.tsx'
import type { SkillProps } from './skill-dialog-props.ts'
import { UsesPanel } from './uses-panel.tsx'
import { VersionsPanel } from './versions/versions-panel.tsx'

/** What is published of a skill, and what agents read. */
export function SkillDialog({ skill, workspaceId, close }: SkillProps & { close: () => void }) {
  const props = { skill, workspaceId }
  return (
    <OpenedModal onClose={close} size="xl" title={displayTitle(skill.title)}>
      <Tabs defaultValue="publish" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="publish">{t.publish}</Tabs.Tab>
          <Tabs.Tab value="files">{t.files}</Tabs.Tab>
          <Tabs.Tab value="versions">{t.versions}</Tabs.Tab>
          <Tabs.Tab value="uses">{t.uses}</Tabs.Tab>
          <Tabs.Tab value="install">{t.install}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="publish">
          <PublishPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="files">
          <FilesPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <VersionsPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="uses">
          <UsesPanel {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="install">
          <InstallPanel {...props} />
        </Tabs.Panel>
      </Tabs>
    </OpenedModal>
  )
}
