import { Button, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { PageFields } from '../../../server/lib/page-fields.ts'
import { IconMoodSmile } from '../../vendor/icons/icons.ts'
import { TitleField } from './live/title-field.tsx'
import { t } from './messages.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('../ui/emoji/emoji-picker.tsx')).EmojiPicker,
}))

type Props = {
  fields: PageFields
  isEditable: boolean
  titleField: RefObject<HTMLTextAreaElement | null>
  change: (fields: Partial<PageFields>) => void
  /** Moves the focus from the title to the text. */
  focusBody: () => void
}

/** Icon and title, each changed where it stands. */
export function PageHead({ fields, isEditable, titleField, change, focusBody }: Props) {
  const { title, icon } = fields
  return (
    <header className="page-head">
      {isEditable ? (
        <IconChoice icon={icon} setIcon={(next) => change({ icon: next })} />
      ) : (
        icon !== null && <span className="page-head-icon">{icon}</span>
      )}
      {isEditable ? (
        <>
          <VisuallyHidden component="h1">{title || t.untitled}</VisuallyHidden>
          <TitleField
            title={title}
            field={titleField}
            change={(next) => change({ title: next })}
            done={focusBody}
          />
        </>
      ) : (
        <h1 className="page-title" dir="auto">
          {title || t.untitled}
        </h1>
      )}
    </header>
  )
}

type IconProps = { icon: string | null; setIcon: (icon: string | null) => void }

function IconChoice({ icon, setIcon }: IconProps) {
  const [isOpen, setOpen] = useState(false)
  const pick = (emoji: string | null) => {
    setOpen(false)
    setIcon(emoji)
  }
  const toggle = () => setOpen((was) => !was)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {icon === null || icon === '' ? (
          <Button
            className="page-add-icon"
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconMoodSmile size={16} />}
            onClick={toggle}
          >
            {t.addIcon}
          </Button>
        ) : (
          <UnstyledButton
            className="page-head-icon"
            aria-label={t.changeIcon({ icon })}
            onClick={toggle}
          >
            {icon}
          </UnstyledButton>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={t.iconPicker}>
        <Suspense fallback={<div style={{ width: 304, height: 320 }} />}>
          <EmojiPicker onPick={pick} onRemove={icon === null ? undefined : () => pick(null)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
