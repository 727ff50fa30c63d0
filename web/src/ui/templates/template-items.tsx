import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconFileCheck, IconTemplate, IconTemplateOff } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { showFailure } from '../undo.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; pageId: string; parentId: string | null }

const icon = { size: 16, stroke: 1.7 }

/** What makes a page a template, in its menu. */
export function TemplateMenu(props: Props) {
  return (
    <Menu.Sub position="left-start">
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconTemplate {...icon} />}>{t.template}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Items {...props} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function Items({ workspaceId, pageId, parentId }: Props) {
  const queries = useQueryClient()
  const { data: all } = useQuery({
    queryKey: ['templates', 'all', workspaceId],
    queryFn: ({ signal }) => client.templates.list({ workspaceId }, { signal }),
  })
  const template = all?.templates.find(({ id }) => id === pageId)
  const sectionId = template?.sectionId ?? null
  const { data: there } = useQuery({
    queryKey: ['templates', 'offered', workspaceId, sectionId],
    queryFn: ({ signal }) =>
      client.templates.list({ workspaceId, parentId: sectionId }, { signal }),
    enabled: template !== undefined,
  })
  const change = async (work: () => Promise<unknown>, message: string) => {
    try {
      await work()
      notifications.show({ message })
    } catch (error) {
      showFailure(t.notChanged, error)
    }
    await queries.invalidateQueries({ queryKey: ['templates'] })
  }
  const offer = (below: string | null) =>
    change(() => client.templates.add({ workspaceId, pageId, sectionId: below }), t.offered)
  if (all === undefined) return null
  if (template === undefined) {
    return (
      <>
        <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => void offer(null)}>
          {t.offerInWorkspace}
        </Menu.Item>
        {parentId !== null && (
          <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => void offer(parentId)}>
            {t.offerInSection}
          </Menu.Item>
        )}
      </>
    )
  }
  const isDefault = there?.defaultId === pageId
  const setDefault = () =>
    change(
      () =>
        client.templates.setDefault({
          workspaceId,
          sectionId,
          templateId: isDefault ? null : pageId,
        }),
      isDefault ? t.isNotDefault : t.isDefault,
    )
  const remove = () => change(() => client.templates.remove({ workspaceId, pageId }), t.notOffered)
  return (
    <>
      <Menu.Item leftSection={<IconFileCheck {...icon} />} onClick={() => void setDefault()}>
        {isDefault ? t.endDefault : t.makeDefault}
      </Menu.Item>
      <Menu.Item leftSection={<IconTemplateOff {...icon} />} onClick={() => void remove()}>
        {t.stopOffering}
      </Menu.Item>
    </>
  )
}
