import { InputRule, mergeAttributes } from '@tiptap/core'
import type { Editor, NodeViewRenderer } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { isCalendarDate } from '../../../../content/vocabulary.ts'
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
  const show = () => {
    dom.dateTime = dateOf(shown)
    if (dom.querySelector('input') === null) dom.textContent = formatDay(dateOf(shown))
  }
  show()
  const open = () => {
    if (!editor.isEditable || dom.querySelector('input') !== null) return
    const field = document.createElement('input')
    field.type = 'date'
    field.value = dateOf(shown)
    field.setAttribute('aria-label', t.date)
    dom.replaceChildren(field)
    field.focus()
    const close = () => {
      field.remove()
      show()
    }
    const keep = () => {
      const position = getPos()
      if (position === undefined || !isCalendarDate(field.value)) return
      if (field.value === dateOf(shown)) return
      view.dispatch(view.state.tr.setNodeAttribute(position, 'date', field.value))
    }
    field.addEventListener('blur', () => {
      keep()
      close()
    })
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      if (event.key === 'Escape') field.value = dateOf(shown)
      const position = getPos()
      if (position !== undefined) {
        const behind = view.state.doc.resolve(position + shown.nodeSize)
        view.dispatch(view.state.tr.setSelection(TextSelection.near(behind)))
      }
      view.focus()
    })
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
