import { ReactRenderer } from '@tiptap/react'
import type { SuggestionKeyDownProps, SuggestionOptions, SuggestionProps } from '@tiptap/suggestion'
import { type ReactNode, useEffect, useRef } from 'react'
import './menus.css'
import { t } from './messages.ts'

export type MenuItem = {
  id: string
  title: string
  hint?: string
  detail?: string
  icon: ReactNode
}

type MenuProps = {
  label: string
  items: readonly MenuItem[]
  selected: number
  isLoading: boolean
  /** Shows nothing where nothing is found. */
  isHiddenWhenEmpty?: boolean | undefined
  choose: (index: number) => void
}

const listId = 'editor-suggestions'

/** What can be put in at the cursor. The focus stays in the text; it names what is selected. */
export function SuggestionMenu({
  label,
  items,
  selected,
  isLoading,
  isHiddenWhenEmpty,
  choose,
}: MenuProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  if (items.length === 0 && isHiddenWhenEmpty === true) return null
  if (items.length === 0) {
    return (
      <p className="suggestion-menu suggestion-none">{isLoading ? t.searching : t.noResults}</p>
    )
  }
  return (
    <div
      ref={list}
      id={listId}
      className="suggestion-menu"
      role="listbox"
      tabIndex={-1}
      aria-label={label}
    >
      {items.map((item, index) => (
        <div
          key={item.id}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selected}
          onMouseDown={(event) => {
            event.preventDefault()
            choose(index)
          }}
        >
          <span className="suggestion-icon" aria-hidden>
            {item.icon}
          </span>
          <span className="suggestion-title" dir="auto">
            {item.title}
            {item.detail !== undefined && (
              <small className="suggestion-detail" dir="auto">
                {item.detail}
              </small>
            )}
          </span>
          {item.hint !== undefined && <kbd dir="ltr">{item.hint}</kbd>}
        </div>
      ))}
    </div>
  )
}

type Render<Item> = NonNullable<SuggestionOptions<Item, Item>['render']>

/** Shows a suggestion's items in a menu at the cursor. */
export function menuAtCursor<Item extends MenuItem>(
  label: string,
  isHiddenWhenEmpty = false,
): Render<Item> {
  return () => {
    let menu: ReactRenderer<unknown, MenuProps> | undefined
    let unmount: (() => void) | undefined
    let props: SuggestionProps<Item, Item>
    let selected = 0

    const choose = (index: number) => {
      const item = props.items[index]
      if (item !== undefined) props.command(item)
    }
    const shown = (): MenuProps => ({
      label,
      items: props.items,
      selected,
      isLoading: props.loading,
      isHiddenWhenEmpty,
      choose,
    })
    const name = () => {
      const { dom } = props.editor.view
      if (props.items.length > 0) dom.setAttribute('aria-activedescendant', `${listId}-${selected}`)
      else dom.removeAttribute('aria-activedescendant')
    }
    const show = (next: SuggestionProps<Item, Item>) => {
      if (next.query !== props?.query || selected >= next.items.length) selected = 0
      props = next
      menu?.updateProps(shown())
      name()
    }
    const step = (by: number) => {
      selected = (selected + by + props.items.length) % props.items.length
      show(props)
    }
    return {
      onStart: (next) => {
        selected = 0
        props = next
        menu = new ReactRenderer(SuggestionMenu, { editor: next.editor, props: shown() })
        unmount = next.mount(menu.element)
        props.editor.view.dom.setAttribute('aria-controls', listId)
        name()
      },
      onUpdate: show,
      onKeyDown: ({ event }: SuggestionKeyDownProps) => {
        if (props.items.length === 0) return false
        if (event.key === 'ArrowDown') step(1)
        else if (event.key === 'ArrowUp') step(-1)
        else if (event.key === 'Enter' || event.key === 'Tab') choose(selected)
        else return false
        return true
      },
      onExit: () => {
        const { dom } = props.editor.view
        dom.removeAttribute('aria-activedescendant')
        dom.removeAttribute('aria-controls')
        unmount?.()
        menu?.destroy()
        menu = undefined
      },
    }
  }
}
