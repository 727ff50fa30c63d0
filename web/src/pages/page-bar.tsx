import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { IconList, IconStar, IconStarFilled } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { OpenedPage } from '../lib/page-query.ts'
import { HeaderContent } from '../ui/screens/header-slot.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Outline } from './outline.tsx'
import { SaveState } from './save-state.tsx'
import type { FailureAction } from './use-failure-actions.ts'
import { useFavourite } from './use-favourite.ts'
import type { OutlineEntry } from './use-outline.ts'
import type { PageModel } from './use-page-model.ts'

type Props = {
  workspaceId: string
  page: OpenedPage
  model: PageModel
  isEditable: boolean
  outline: readonly OutlineEntry[]
  article: RefObject<HTMLElement | null>
  decide: () => void
  help: FailureAction | undefined
  children: ReactNode
}

/** The bar above the page: where it is, whether it is saved, and what can be done with it. */
export function PageBar(props: Props) {
  const { workspaceId, page, model, isEditable, outline, article, decide, help, children } = props
  const { title, icon } = model.fields
  const { isFavourite, toggle } = useFavourite(
    workspaceId,
    { id: page.id, title, icon },
    page.isFavourite,
  )
  const star = isFavourite ? 'Remove from favourites' : 'Add to favourites'
  return (
    <HeaderContent>
      <Breadcrumb above={page.breadcrumb} title={title} />
      <div className="page-bar-actions">
        {isEditable && (
          <SaveState
            status={model.status}
            retry={() => void model.saver.retry()}
            {...{ decide, help }}
          />
        )}
        {outline.length > 1 && <OutlineButton entries={outline} article={article} />}
        <Tooltip label={star}>
          <ActionIcon
            variant="subtle"
            color={isFavourite ? 'yellow.7' : 'gray'}
            size={34}
            aria-label={star}
            aria-pressed={isFavourite}
            onClick={() => void toggle()}
          >
            {isFavourite ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
        {children}
      </div>
    </HeaderContent>
  )
}

type ButtonProps = { entries: readonly OutlineEntry[]; article: RefObject<HTMLElement | null> }

function OutlineButton({ entries, article }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          className="outline-button"
          variant="subtle"
          color="gray"
          size={34}
          aria-label="On this page"
          onClick={() => setOpen(!isOpen)}
        >
          <IconList size={18} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="outline-dropdown">
        <Outline entries={entries} article={article} onGo={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
