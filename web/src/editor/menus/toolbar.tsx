import { ActionIcon, Tooltip } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { KeyboardEvent, ReactNode } from 'react'

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
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
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
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
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

export function ToolDivider() {
  return <span className="editor-toolbar-divider" aria-hidden />
}

/** Moves the focus into the toolbar that is shown now. */
export function focusToolbar(): boolean {
  const button = [...document.querySelectorAll<HTMLElement>('.editor-toolbar button')].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  button?.focus()
  return button !== undefined
}
