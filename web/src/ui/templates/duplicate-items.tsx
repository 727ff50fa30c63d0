import { Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { IconCopy, IconCopyPlus, IconFileArrowRight } from '../../../vendor/icons/icons.ts'
import { duplicate } from './duplicate.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; pageId: string; title: string; before?: () => Promise<void> }

const icon = { size: 16, stroke: 1.7 }

/** In the menus of a page. `before` sends what is not saved yet. */
export function DuplicateItems({ before, ...page }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const run = async (includeSubpages: boolean) => {
    await before?.()
    await duplicate(page, includeSubpages, { queries, navigate })
  }
  const transfer = async () => {
    const { openTransferDialog } = await import('../transfers/transfer-dialog.tsx')
    openTransferDialog({ ...page, before }, (address) => void navigate(address))
  }
  return (
    <>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void run(false)}>
        {t.duplicate}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopyPlus {...icon} />} onClick={() => void run(true)}>
        {t.duplicateTree}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileArrowRight {...icon} />} onClick={() => void transfer()}>
        {t.transfer}
      </Menu.Item>
    </>
  )
}
