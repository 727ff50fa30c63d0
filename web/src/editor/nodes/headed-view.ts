import type { Node as PageNode } from '@tiptap/pm/model'
import type { NodeView } from '@tiptap/pm/view'

type Parts = { dom: HTMLElement; head: HTMLElement; contentDOM: HTMLElement }

/** A block under a head of controls: what happens in the head is none of the editor's business. */
export function headedView(
  { dom, head, contentDOM }: Parts,
  node: PageNode,
  show: (node: PageNode) => void,
): NodeView {
  show(node)
  return {
    dom,
    contentDOM,
    stopEvent: (event) => event.target instanceof Element && head.contains(event.target),
    ignoreMutation: (mutation) =>
      mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    update: (next) => {
      if (next.type !== node.type) return false
      show(next)
      return true
    },
  }
}
