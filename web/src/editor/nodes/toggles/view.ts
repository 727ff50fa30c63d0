import type { NodeViewRenderer } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { t } from '../../messages.ts'

const flip = 'flip-toggle'
const open = 'open-toggle'

/** A toggle with a button that opens and closes it. Whether it is open is each reader's own. */
export const toggleView: NodeViewRenderer = ({ node, getPos, view }) => {
  const dom = document.createElement('div')
  dom.className = 'toggle'
  dom.dir = 'auto'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'toggle-button'
  button.contentEditable = 'false'
  const contentDOM = document.createElement('div')
  contentDOM.className = 'toggle-body'
  dom.append(button, contentDOM)
  let shown = node
  const show = (isOpen: boolean) => {
    dom.classList.toggle('is-open', isOpen)
    button.setAttribute('aria-expanded', String(isOpen))
    const title = shown.firstChild?.textContent.slice(0, 80) || t.toggle
    button.setAttribute('aria-label', title)
  }
  const change = () => {
    const isOpen = !dom.classList.contains('is-open')
    show(isOpen)
    if (!isOpen) leave(view, getPos(), shown.firstChild?.content.size ?? 0)
  }
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', change)
  dom.addEventListener(flip, (event) => {
    event.stopPropagation()
    change()
  })
  // What is inside may be in a toggle inside a toggle: each of them opens.
  dom.addEventListener(open, () => show(true))
  show(node.attrs['open'] === true)
  return {
    dom,
    contentDOM,
    stopEvent: (event) => event.target === button,
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    update: (next) => {
      if (next.type !== shown.type) return false
      const isChanged = next.attrs['open'] !== shown.attrs['open']
      shown = next
      show(isChanged ? next.attrs['open'] === true : dom.classList.contains('is-open'))
      return true
    },
  }
}

/** The cursor cannot stay in what is hidden. */
function leave(view: EditorView, position: number | undefined, summarySize: number): void {
  if (position === undefined) return
  const { selection, doc, tr } = view.state
  const end = position + (doc.nodeAt(position)?.nodeSize ?? 0)
  const summaryEnd = position + 2 + summarySize
  if (selection.from <= summaryEnd || selection.from >= end) return
  view.dispatch(tr.setSelection(TextSelection.create(doc, summaryEnd)))
}

/** Opens or closes the toggle around the cursor. */
export function flipToggle(view: EditorView): boolean {
  const dom = around(view, '.toggle')
  dom?.dispatchEvent(new Event(flip, { bubbles: true }))
  return dom !== undefined
}

/** Opens every toggle around an element. */
export function openTogglesAround(element: Element): void {
  element.closest('.toggle')?.dispatchEvent(new Event(open, { bubbles: true }))
}

/** Opens every toggle that hides the cursor. */
export function openAround(view: EditorView): void {
  const hidden = around(view, '.toggle:not(.is-open) [data-type="detailsContent"]')
  hidden?.dispatchEvent(new Event(open, { bubbles: true }))
}

function around(view: EditorView, selector: string): Element | undefined {
  const { node } = view.domAtPos(view.state.selection.head)
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest(selector) ?? undefined
}
