import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconEye, IconEyeOff, IconEyePlus } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { ReservedItems } from '../rows/late-items.tsx'
import { showFailure } from '../undo.tsx'
import { t } from './messages.ts'
import { watchesQuery } from './watches-query.ts'

type Props = { workspaceId: string; pageId: string }

const icon = { size: 16, stroke: 1.7 }

/** In the menus of a page. */
export function WatchItems({ workspaceId, pageId }: Props) {
  const queries = useQueryClient()
  const query = watchesQuery(workspaceId)
  const { data, isPending } = useQuery({ ...query, retry: false })
  if (isPending) return <ReservedItems count={2} />
  if (data === undefined) return null
  const watched = data.pages.find(({ id }) => id === pageId)
  const change = async (call: () => Promise<unknown>, message: string) => {
    try {
      await call()
      notifications.show({ message })
    } catch (error) {
      showFailure(t.notChanged, error)
    }
    await queries.invalidateQueries({ queryKey: query.queryKey })
  }
  const page = { workspaceId, pageId }
  const watch = (includeSubpages: boolean) =>
    void change(() => client.watches.add({ ...page, includeSubpages }), t.watching)
  return (
    <>
      {watched === undefined && (
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={() => watch(false)}>
          {t.watch}
        </Menu.Item>
      )}
      {watched?.includesSubpages !== true && (
        <Menu.Item leftSection={<IconEyePlus {...icon} />} onClick={() => watch(true)}>
          {t.watchTree}
        </Menu.Item>
      )}
      {watched !== undefined && (
        <Menu.Item
          leftSection={<IconEyeOff {...icon} />}
          onClick={() => void change(() => client.watches.remove(page), t.stopped)}
        >
          {t.stop}
        </Menu.Item>
      )}
    </>
  )
}
