import { InputRule, mergeAttributes } from '@tiptap/core'
import type { Editor, NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { isCalendarDate } from '../../../../content/vocabulary.ts'
import { linkBase } from '../../lib/access/share-link.ts'
import { dayFromToday, formatDay } from '../../lib/dates.ts'
import { t } from '../messages.ts'
import { nodeFrom } from './from-spec.ts'

function dateOf(node: PageNode): string {
  return String(node.attrs['date'])
}

/** The words for days near today in the language of the reader, and in English. */
function dayNamed(word: string): string | undefined {
  const days = [
    [t.today, 'today'],
    [t.tomorrow, 'tomorrow'],
    [t.yesterday, 'yesterday'],
  ]
  const index = days.findIndex((names) =>
    names.some((name) => name.toLowerCase() === word.toLowerCase()),
  )
  return index < 0 ? undefined : dayFromToday(index === 2 ? -1 : index)
}

/** `@today ` and its neighbours become the day. */
const typed = /(^|\s)@([\p{L}\p{M}]{2,20})\s$/u

const dateView: NodeViewRenderer = ({ node, getPos, editor, view }) => {
  let shown = node
  const dom = document.createElement('time')
  dom.className = 'date-chip'
  dom.dataset['node'] = 'date'
  // Numbers of an Arabic date stand from right to left, also in a line of English.
  dom.dir = 'auto'
  const show = () => {
    dom.dateTime = dateOf(shown)
    // The daily page of that day; visitors of a share link have none.
    if (linkBase === '') dom.dataset['href'] = `/today?date=${dateOf(shown)}`
    if (dom.querySelector('input') === null) dom.textContent = formatDay(dateOf(shown))
  }
  show()
  const open = (event: Event) => {
    if (!editor.isEditable || dom.querySelector('input') !== null || isFollowing(event)) return
    const field = pickerOf(dateOf(shown), {
      keep: (value) => {
        const position = getPos()
        if (position === undefined || value === dateOf(shown)) return
        view.dispatch(view.state.tr.setNodeAttribute(position, 'date', value))
      },
      close: show,
      leave: () => {
        const position = getPos()
        if (position !== undefined) {
          const behind = view.state.doc.resolve(position + shown.nodeSize)
          view.dispatch(view.state.tr.setSelection(TextSelection.near(behind)))
        }
        view.focus()
      },
      follow: () => dom.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true })),
    })
    dom.replaceChildren(field)
    field.focus()
  }
  dom.addEventListener('click', open)
  dom.addEventListener('open-source', open)
  return {
    dom,
    stopEvent: (event) => event.target instanceof HTMLInputElement,
    ignoreMutation: () => true,
    update: (next) => {
      if (next.type !== shown.type) return false
      shown = next
      show()
      return true
    },
  }
}

type PickerEvents = {
  keep: (date: string) => void
  /** The picker is gone. */
  close: () => void
  /** The cursor goes on behind the date. */
  leave: () => void
  follow: () => void
}

function pickerOf(date: string, { keep, close, leave, follow }: PickerEvents): HTMLInputElement {
  const field = document.createElement('input')
  field.type = 'date'
  field.value = date
  field.setAttribute('aria-label', t.date)
  field.addEventListener('blur', () => {
    if (isCalendarDate(field.value)) keep(field.value)
    field.remove()
    close()
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') field.value = date
    leave()
    if (event.key === 'Enter' && isFollowing(event)) follow()
  })
  return field
}

/** With Ctrl or Command, a click and Enter open the daily page instead of the picker. */
function isFollowing(event: Event): boolean {
  const isPressed = event instanceof MouseEvent || event instanceof KeyboardEvent
  return isPressed && (event.ctrlKey || event.metaKey)
}

export const date = nodeFrom('date').extend({
  parseHTML: () => [
    { tag: '[data-node="date"]', priority: 60, getAttrs: readDate },
    { tag: 'time[datetime]', getAttrs: readDate },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'time',
    mergeAttributes(HTMLAttributes, { datetime: dateOf(node), 'data-node': 'date' }),
    dateOf(node),
  ],
  renderText: ({ node }) => dateOf(node),
  addNodeView: () => dateView,
  addInputRules() {
    return [
      new InputRule({
        find: typed,
        handler: ({ state, range, match }) => {
          const [, before = '', word = ''] = match
          const day = dayNamed(word)
          if (day === undefined) return null
          const { schema, tr } = state
          const from = range.from + before.length
          tr.replaceWith(from, range.to, [schema.node('date', { date: day }), schema.text(' ')])
          return undefined
        },
      }),
    ]
  },
})

function readDate(element: HTMLElement): { date: string } | false {
  const data = element.dataset['date']?.replaceAll('"', '')
  const value = element.getAttribute('datetime') ?? data ?? ''
  return isCalendarDate(value) ? { date: value } : false
}

/** Puts today in at the cursor, with the picker open. */
export function insertDate(editor: Editor): void {
  const { state, view } = editor
  const { from } = state.selection
  const node = state.schema.node('date', { date: dayFromToday(0) })
  view.dispatch(state.tr.replaceSelectionWith(node).scrollIntoView())
  view.nodeDOM(from)?.dispatchEvent(new Event('open-source'))
}
