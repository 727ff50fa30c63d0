import type { NodeViewRenderer } from '@tiptap/core'
import { CodeBlock } from '@tiptap/extension-code-block'
import type { Node as PageNode } from '@tiptap/pm/model'
import { TextSelection } from '@tiptap/pm/state'
import { selectField, showChoice } from '../menus/select-field.ts'
import { t } from '../messages.ts'
import { highlightPlugin, languageOf } from './code/highlight.ts'
import { languages } from './code/languages.ts'
import { diagramView } from './diagrams/diagram-view.ts'
import { showsSource } from './diagrams/shows-source.ts'
import { drawnView } from './drawn-view.ts'
import { nodeFrom } from './from-spec.ts'
import { headedView } from './headed-view.ts'

const base = CodeBlock.configure({ enableTabIndentation: true, tabSize: 2 })

export const codeBlock = nodeFrom('codeBlock', base).extend({
  addNodeView: () => codeView,
  addProseMirrorPlugins() {
    return [...(this.parent?.() ?? []), highlightPlugin(), showsSource()]
  },
})

/** Code with its language above it, and a button that copies it. */
const codeView: NodeViewRenderer = ({ node, getPos, editor, view }) => {
  let shown = node
  const dom = document.createElement('div')
  dom.className = 'code-block'
  const head = document.createElement('div')
  head.className = 'code-head'
  head.contentEditable = 'false'
  const choice = selectField(t.codeLanguage, languageChoices(), (language) => {
    const position = getPos()
    if (position === undefined) return
    // The field keeps the focus: letters that choose a language would be written into the page.
    view.dispatch(view.state.tr.setNodeAttribute(position, 'language', language || null))
  })
  const name = document.createElement('span')
  head.append(
    editor.isEditable ? choice : name,
    copyButton(() => shown.textContent),
  )
  const { pre, contentDOM } = sourceElement()
  dom.append(head, pre)
  const diagram = drawnDiagram(dom)
  const enter = () => {
    const position = getPos()
    if (position === undefined) return
    const inside = TextSelection.create(view.state.doc, position + 1)
    view.dispatch(view.state.tr.setSelection(inside))
    view.focus()
  }
  const drawn = drawnView({ dom, read: () => shown, getPos, editor, view, open: enter })
  dom.addEventListener('click', (event) => {
    if (!editor.isEditable || !(event.target instanceof Element)) return
    if (event.target.closest('.diagram') !== null) enter()
  })
  const show = (next: PageNode) => {
    shown = next
    const language: unknown = next.attrs['language']
    const known = languageOf(language)
    const text = known === undefined ? nameOf(language) : languages[known].name
    showChoice(choice, known ?? (typeof language === 'string' ? language : ''), text)
    name.textContent = text
    diagram.show(shown)
    drawn.show()
  }
  const headed = headedView({ dom, head, contentDOM }, node, show)
  return {
    ...headed,
    // What happens in a view is none of the editor's business.
    stopEvent: (event) => headed.stopEvent?.(event) === true || drawn.contains(event.target),
    destroy: () => {
      diagram.destroy()
      drawn.destroy()
    },
  }
}

function sourceElement() {
  const pre = document.createElement('pre')
  pre.dir = 'ltr'
  const contentDOM = document.createElement('code')
  contentDOM.spellcheck = false
  pre.append(contentDOM)
  return { pre, contentDOM }
}

/** The picture of a code block while it has the language of diagrams. */
function drawnDiagram(block: HTMLElement) {
  let diagram: ReturnType<typeof diagramView> | undefined
  const show = ({ attrs, textContent }: PageNode) => {
    if (attrs['language'] !== 'mermaid') {
      diagram?.dom.remove()
      diagram?.destroy()
      diagram = undefined
    } else {
      diagram ??= diagramView()
      if (diagram.dom.parentNode !== block) block.append(diagram.dom)
      diagram.show(textContent)
    }
    block.classList.toggle('is-diagram', diagram !== undefined)
  }
  return { show, destroy: () => diagram?.destroy() }
}

function nameOf(language: unknown): string {
  return typeof language === 'string' && language !== '' ? language : t.plainText
}

function languageChoices() {
  const named = Object.entries(languages).map(([value, { name }]) => ({ value, text: name }))
  return [{ value: '', text: t.plainText }, ...named]
}

function copyButton(read: () => string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = t.copy
  button.setAttribute('aria-label', t.copyCode)
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(read()).then(
      () => flash(button, t.copied),
      () => flash(button, t.copyFailed),
    )
  })
  return button
}

function flash(button: HTMLButtonElement, text: string): void {
  button.textContent = text
  setTimeout(() => {
    button.textContent = t.copy
  }, 1500)
}
