import { ActionIcon, Popover, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconList, IconStar, IconStarFilled } from '../../vendor/icons/icons.ts'
import { HeaderContent } from '../ui/screens/header-slot.tsx'
import { ShareButton } from './access/share-button.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { PeopleHere } from './live/people-here.tsx'
import { t } from './messages.ts'
import { Outline } from './outline/outline.tsx'
import { usePage } from './page-context.ts'
import { SaveState } from './save-state.tsx'
import { useFavourite } from './use-favourite.ts'

/** The bar above the page: where it is, whether it is saved, and what can be done with it. */
export function PageBar({ children }: { children: ReactNode }) {
  const { workspaceId, page, model, isEditable, outline, decide, failureActions } = usePage()
  const { title, icon } = model.fields
  const { isFavourite, toggle } = useFavourite(
    workspaceId,
    { id: page.id, title, icon },
    page.isFavourite,
  )
  const star = isFavourite ? t.removeFavourite : t.addFavourite
  return (
    <HeaderContent>
      <Breadcrumb ancestors={page.breadcrumb} title={title} />
      <div className="page-bar-actions">
        {isEditable && (
          <SaveState
            status={model.status}
            retry={() => void model.saver.retry()}
            decide={decide}
            help={failureActions[0]}
          />
        )}
        <PeopleHere />
        <ShareButton />
        {outline.length > 1 && <OutlineButton />}
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

function OutlineButton() {
  const { outline, article } = usePage()
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
          aria-label={t.outline}
          onClick={() => setOpen(!isOpen)}
        >
          <IconList size={18} stroke={1.7} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="outline-dropdown">
        <Outline entries={outline} article={article} onGo={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
