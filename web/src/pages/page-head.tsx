import { Button, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useState } from 'react'
import type { PageFields } from '../../../server/lib/page-fields.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('../ui/emoji/emoji-picker.tsx')).EmojiPicker,
}))

type Props = {
  fields: PageFields
  isEditable: boolean
  titleField: RefObject<HTMLTextAreaElement | null>
  change: (fields: Partial<PageFields>) => void
  /** From the title into the text. */
  goOn: () => void
}

/** Icon and title, each changed where it stands. */
export function PageHead({ fields, isEditable, titleField, change, goOn }: Props) {
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
          <VisuallyHidden component="h1">{title || 'Untitled'}</VisuallyHidden>
          <textarea
            ref={titleField}
            className="page-title"
            aria-label="Title"
            placeholder="Untitled"
            rows={1}
            maxLength={255}
            value={title}
            onChange={(event) => change({ title: event.currentTarget.value.replaceAll('\n', ' ') })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              goOn()
            }}
          />
        </>
      ) : (
        <h1 className="page-title">{title || 'Untitled'}</h1>
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
            Add icon
          </Button>
        ) : (
          <UnstyledButton
            className="page-head-icon"
            aria-label={`Icon ${icon}, change`}
            onClick={toggle}
          >
            {icon}
          </UnstyledButton>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label="Icon of the page">
        <Suspense fallback={<div style={{ width: 304, height: 320 }} />}>
          <EmojiPicker onPick={pick} onRemove={icon === null ? undefined : () => pick(null)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
