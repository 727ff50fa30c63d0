import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core'
import { IconArrowsJoin2 } from '../../vendor/icons/icons.ts'
import { formatNumber } from '../lib/numbers.ts'
import { useBacklinkCount } from './link-queries.ts'
import { t } from './messages.ts'

type Props = {
  workspaceId: string
  pageId: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** Opens the links of a page, and shows how many lead to it. */
export function LinksButton({ workspaceId, pageId, isOpen, setOpen }: Props) {
  const count = useBacklinkCount({ workspaceId, pageId })
  const label = count === 0 ? t.title : t.titleWithCount({ count })
  return (
    <Tooltip label={label}>
      <Indicator
        visibleFrom="sm"
        label={formatNumber(count)}
        size={15}
        disabled={count === 0}
        offset={6}
        aria-hidden={false}
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={label}
          aria-pressed={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconArrowsJoin2 size={18} stroke={1.7} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}

/** The same in the menu of the page. */
export function LinksItem({ setOpen }: Pick<Props, 'setOpen'>) {
  return (
    <Menu.Item
      leftSection={<IconArrowsJoin2 size={16} stroke={1.7} />}
      onClick={() => setOpen(true)}
    >
      {t.title}
    </Menu.Item>
  )
}
