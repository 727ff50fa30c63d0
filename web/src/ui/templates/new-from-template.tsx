import { Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { IconTemplate } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { asNewAt } from '../../lib/new-page.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { createFromTemplate } from '../../lib/templates/new-page.ts'
import { PageIcon } from '../emoji/page-icon.tsx'
import { showFailure } from '../undo.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; parentId: string | null }

/** Templates for a new page, in the menu of the page that it is created below. */
export function NewFromTemplateItem(target: Props) {
  return (
    <Menu.Sub position="right-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconTemplate size={16} />}>{t.newFromTemplate}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <TemplateChoices {...target} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** A menu item for each template. */
export function TemplateChoices({ workspaceId, parentId }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: ['templates', 'offered', workspaceId, parentId],
    queryFn: ({ signal }) => client.templates.list({ workspaceId, parentId }, { signal }),
  })
  const create = async (templateId: string) => {
    try {
      const { pageId, cursor } = await createFromTemplate({ workspaceId, parentId, templateId })
      await navigate(`/pages/${pageId}`, { state: asNewAt(cursor) })
      await queries.invalidateQueries({ queryKey: ['pages'] })
    } catch (error) {
      showFailure(t.notCreated, error)
    }
  }
  if (data?.templates.length === 0) return <Menu.Label maw={260}>{t.noTemplates}</Menu.Label>
  return data?.templates.map(({ id, title, icon }) => (
    <Menu.Item
      key={id}
      maw={320}
      leftSection={icon === null ? <IconTemplate size={16} /> : <PageIcon icon={icon} />}
      onClick={() => void create(id)}
    >
      <bdi>{displayTitle(title)}</bdi>
    </Menu.Item>
  ))
}
