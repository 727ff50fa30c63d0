import { Extension } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { AddMarkStep, RemoveMarkStep, type Step } from '@tiptap/pm/transform'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { tagRanges } from '../../../../content/links/tags.ts'
import { fromJson } from '../json.ts'

type Show = (name: string) => Record<string, string>

const key = new PluginKey<DecorationSet>('tagLinks')

/** Shows tags in the text as links to their pages. While a page is written, they stay text that is edited. */
export function tagLinks(addressOf: ((tag: string) => string) | undefined): Extension {
  return Extension.create({
    name: 'tagLinks',
    addProseMirrorPlugins() {
      const { editor } = this
      const show: Show = (name) => {
        if (addressOf === undefined) return { class: 'tag' }
        const address = addressOf(name)
        return editor.isEditable
          ? { class: 'tag', 'data-href': address }
          : { class: 'tag', nodeName: 'a', href: address }
      }
      return [tagPlugin(show)]
    },
  })
}

function tagPlugin(show: Show): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, tagsBetween(doc, 0, doc.content.size, show)),
      apply: (transaction, tags) =>
        transaction.docChanged ? follow(transaction, tags, show) : tags,
    },
    props: { decorations: (state) => key.getState(state) },
  })
}

/** Looks only at the blocks that a transaction changed. */
function follow(transaction: Transaction, tags: DecorationSet, show: Show): DecorationSet {
  const { doc, mapping } = transaction
  let set = tags.map(mapping, doc)
  for (const { from, to } of changedRanges(transaction)) {
    const start = Math.max(0, Math.min(from, doc.content.size) - 1)
    const end = Math.min(doc.content.size, to + 1)
    doc.nodesBetween(start, end, (node, pos) => {
      if (!node.isTextblock) return true
      set = set.remove(set.find(pos, pos + node.nodeSize))
      set = set.add(doc, tagsOf(node, pos, show))
      return false
    })
  }
  return set
}

function changedRanges({ steps, mapping }: Transaction): { from: number; to: number }[] {
  return steps.flatMap((step, index) => {
    const later = mapping.slice(index + 1)
    return rangesOf(step).map(({ from, to }) => ({ from: later.map(from, -1), to: later.map(to) }))
  })
}

function rangesOf(step: Step): { from: number; to: number }[] {
  // Marks change no position.
  if (step instanceof AddMarkStep || step instanceof RemoveMarkStep) {
    return [{ from: step.from, to: step.to }]
  }
  const ranges: { from: number; to: number }[] = []
  step.getMap().forEach((_oldStart, _oldEnd, from, to) => ranges.push({ from, to }))
  return ranges
}

function tagsBetween(doc: PageNode, from: number, to: number, show: Show): Decoration[] {
  const tags: Decoration[] = []
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isTextblock) tags.push(...tagsOf(node, pos, show))
    return !node.isTextblock
  })
  return tags
}

function tagsOf(block: PageNode, pos: number, show: Show): Decoration[] {
  if (block.type.name === 'codeBlock' || !block.textContent.includes('#')) return []
  const { content = [] } = fromJson({ type: 'doc', content: [block.toJSON()] }).content[0] ?? {}
  return tagRanges(content).map(({ from, to, name }) =>
    Decoration.inline(pos + 1 + from, pos + 1 + to, show(name)),
  )
}
