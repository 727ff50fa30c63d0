import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconMessage } from '../../vendor/icons/icons.ts'
import { formatNumber } from '../lib/numbers.ts'
import { t } from './messages.ts'
import { useThreads } from './use-threads.ts'

type Props = {
  workspaceId: string
  pageId: string
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** Opens the comments of a page, and shows how many threads are open. */
export function CommentsButton({ workspaceId, pageId, isOpen, setOpen }: Props) {
  const { data } = useThreads({ workspaceId, pageId }, false)
  const count = data?.total ?? 0
  const label = count === 0 ? t.title : t.openThreads({ count })
  return (
    <Tooltip label={label}>
      <Indicator
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
          <IconMessage size={18} stroke={1.7} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
