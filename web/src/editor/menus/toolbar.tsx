import { ActionIcon, Tooltip } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { shortcutText } from '../../ui/keys.ts'
import { t } from './messages.ts'

type ToolProps = {
  label: string
  keys?: string
  icon: ReactNode
  isActive?: boolean
  run: () => void
}

/** One button of a toolbar; the text keeps its selection. */
export function Tool({ label, keys, icon, isActive, run }: ToolProps) {
  return (
    <Tooltip
      label={keys === undefined ? label : t.toolWithKeys({ tool: label, keys: shortcutText(keys) })}
    >
      <ActionIcon
        variant={isActive === true ? 'light' : 'subtle'}
        color={isActive === true ? 'indigo' : 'gray'}
        size={32}
        aria-label={label}
        aria-pressed={isActive}
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}

type ToolbarProps = { editor: Editor; label: string; children: ReactNode }

/** Alt+F10 goes from the text into it, arrows go along it, Escape goes back to the text. */
export function Toolbar({ editor, label, children }: ToolbarProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      editor.commands.focus()
      return
    }
    const step = stepOf(event)
    if (step === 0 || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const index = buttons.findIndex((button) => button === document.activeElement)
    buttons[(index + step + buttons.length) % buttons.length]?.focus()
  }
  return (
    <div
      className="editor-toolbar"
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** How far an arrow key goes along the toolbar, in the direction in which it is laid out. */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLDivElement>): -1 | 0 | 1 {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0
  const forward = currentTarget.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
  return key === forward ? 1 : -1
}

export function ToolDivider() {
  return <span className="editor-toolbar-divider" aria-hidden />
}
