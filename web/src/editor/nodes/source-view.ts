import type { NodeViewRenderer } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { t } from '../messages.ts'
import { drawFormula } from './formulas/draw-formula.ts'

const placeholders = { latex: 'E = mc^2', html: '<b>…</b>' } as const

type SourceAttribute = keyof typeof placeholders

function describe(attribute: SourceAttribute, source: string): string {
  if (attribute === 'latex') return source === '' ? t.emptyFormula : t.formulaSource({ source })
  return source === '' ? t.emptyHtml : t.htmlSource({ source })
}

/** A formula is drawn, raw HTML is shown as its source. Enter or a click, on HTML a double click, opens it for change. */
export function sourceView(attribute: SourceAttribute): NodeViewRenderer {
  const placeholder = placeholders[attribute]
  return ({ node, getPos, editor, view }) => {
    let shown = node
    const isBlock = node.isBlock
    const dom = document.createElement(isBlock ? 'div' : 'span')
    dom.className = `source source-${attribute}`
    const code = document.createElement(isBlock ? 'pre' : 'code')
    code.dir = 'ltr'
    dom.append(code)
    const read = () => String(shown.attrs[attribute])
    const draw = async () => {
      const source = read()
      const isCurrent = () => read() === source
      const drawn = await drawFormula(source, { isBlock, isCurrent })
      if (drawn === undefined || !isCurrent()) return
      dom.querySelector(':scope > .formula')?.remove()
      dom.append(drawn)
      dom.classList.add('is-drawn')
    }
    const show = () => {
      const source = read()
      if (attribute === 'latex') {
        if (source === '') dom.classList.remove('is-drawn')
        void draw()
      }
      code.textContent = source || placeholder
      code.classList.toggle('is-empty', source === '')
      dom.setAttribute('aria-label', describe(attribute, source))
    }
    show()

    const open = () => {
      if (!editor.isEditable || dom.querySelector('textarea') !== null) return
      const field = document.createElement('textarea')
      field.value = read()
      field.rows = isBlock ? Math.min(12, field.value.split('\n').length + 1) : 1
      field.setAttribute('aria-label', attribute === 'latex' ? t.formula : t.html)
      field.placeholder = placeholder
      field.dir = 'ltr'
      code.replaceWith(field)
      dom.classList.add('is-open')
      field.focus()
      let isOpen = true
      const close = (keeps: boolean) => {
        if (!isOpen) return
        isOpen = false
        const value = keeps ? field.value : read()
        field.replaceWith(code)
        dom.classList.remove('is-open')
        const position = getPos()
        if (position !== undefined && value !== read()) {
          view.dispatch(view.state.tr.setNodeAttribute(position, attribute, value))
        }
      }
      field.addEventListener('blur', () => close(true))
      field.addEventListener('keydown', (event) => {
        const done = event.key === 'Enter' && (!isBlock || event.ctrlKey || event.metaKey)
        if (!done && event.key !== 'Escape') return
        event.preventDefault()
        close(done)
        const position = getPos()
        if (position === undefined) return
        const behind = view.state.doc.resolve(position + shown.nodeSize)
        view.dispatch(view.state.tr.setSelection(TextSelection.near(behind)))
        view.focus()
      })
    }
    dom.addEventListener(attribute === 'latex' ? 'click' : 'dblclick', open)
    dom.addEventListener('open-source', open)
    return {
      dom,
      stopEvent: (event) => event.target instanceof HTMLTextAreaElement,
      ignoreMutation: () => true,
      update: (next) => {
        if (next.type !== shown.type) return false
        shown = next
        show()
        return true
      },
    }
  }
}

/** Opens the source of the node that is selected, for the Enter key and for what was just put in. */
export function openSelectedSource(view: Parameters<NodeViewRenderer>[0]['view']): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection)) return false
  const dom = view.nodeDOM(selection.from)
  if (!(dom instanceof HTMLElement) || !dom.matches('.source, .date-chip')) return false
  dom.dispatchEvent(new Event('open-source'))
  return true
}
