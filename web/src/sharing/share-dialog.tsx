import { Button, Group, Tabs } from '@mantine/core'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { LinksPanel } from './links/links-panel.tsx'
import { t } from './messages.ts'
import { PermissionsPanel } from './permissions-panel.tsx'
import { usePermissions } from './permissions.ts'
import { SitePanel } from './site/site-panel.tsx'
import classes from './sharing.module.css'

type Props = { workspaceId: string; pageId: string; close: () => void }

/** The content of the share dialog; links are for people who can manage the page. */
export function ShareDialog({ workspaceId, pageId, close }: Props) {
  const page = { workspaceId, pageId }
  const { data } = usePermissions(page)
  return (
    <>
      {data?.canManage === true ? (
        <Tabs defaultValue="people" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="people">{t.people}</Tabs.Tab>
            <Tabs.Tab value="links">{t.links}</Tabs.Tab>
            <Tabs.Tab value="site">{t.publishing}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="people">
            <PermissionsPanel {...page} />
          </Tabs.Panel>
          <Tabs.Panel value="links">
            <LinksPanel {...page} />
          </Tabs.Panel>
          <Tabs.Panel value="site">
            <SitePanel {...page} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <PermissionsPanel {...page} />
      )}
      <Group className={classes['foot']} mt="lg">
        <CopyButton value={`${location.origin}/pages/${pageId}`} label={t.copyLink} />
        <Button size="xs" onClick={close}>
          {t.done}
        </Button>
      </Group>
    </>
  )
}
