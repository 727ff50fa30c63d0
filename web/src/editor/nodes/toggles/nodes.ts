import { InputRule, mergeAttributes, Node } from '@tiptap/core'
import { nodeFrom } from '../from-spec.ts'
import { enterSummary, leaveContent, leaveSummary, toggleSteps } from './commands.ts'
import { showsSelection } from './shows-selection.ts'
import { flipToggle, toggleView } from './view.ts'

/** Three signs: one makes a quote. */
const typed = /^>>>\s$/

/** Outside of the editor a toggle is what HTML has for it, so that other programs can read it. */
const base = Node.create({
  addAttributes: () => ({
    open: {
      parseHTML: (element: HTMLElement) => element.hasAttribute('open'),
      renderHTML: ({ open }: Record<string, unknown>) => (open === true ? { open: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
})

const details = nodeFrom('details', base).extend({
  addNodeView: () => toggleView,
  addKeyboardShortcuts() {
    const { view } = this.editor
    const run = (command: typeof leaveSummary) => () => command(view.state, view.dispatch, view)
    return {
      Enter: () => run(enterSummary)() || run(leaveContent)(),
      Backspace: run(leaveSummary),
      'Mod-Enter': () => flipToggle(view),
    }
  },
  addInputRules() {
    return [
      new InputRule({
        find: typed,
        handler: ({ state, range }) => {
          state.tr.delete(range.from, range.to)
          return toggleSteps(state.tr) ? undefined : null
        },
      }),
    ]
  },
  addProseMirrorPlugins: () => [showsSelection()],
})

const summary = Node.create({
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: ({ HTMLAttributes }) => ['summary', HTMLAttributes, 0],
})

const content = Node.create({
  parseHTML: () => [{ tag: 'div[data-type="detailsContent"]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { 'data-type': 'detailsContent' }),
    0,
  ],
})

export const toggles = [
  details,
  nodeFrom('detailsSummary', summary).extend({
    addNodeView: () => () => {
      const dom = document.createElement('div')
      dom.className = 'toggle-summary'
      return { dom, contentDOM: dom }
    },
  }),
  nodeFrom('detailsContent', content),
]
