import { Extension } from '@tiptap/core'
import type { Node as PageNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { pagePath } from '../../../../content/vocabulary.ts'
import type { EditorHost, Titles } from '../editor-host.ts'
import { t } from './messages.ts'

export type FindTitles = EditorHost['titlesOf']

/** Mentions that appear within this time are looked up together. */
const waitMs = 50
const pagesAtOnce = 200

/** The titles of the pages that a page mentions, as far as they are known. */
class PageTitles {
  readonly #find: FindTitles
  readonly #titles = new Map<string, Titles>()
  readonly #shown = new Map<string, Set<() => void>>()
  readonly #wanted = new Set<string>()
  #isWaiting = false

  constructor(find: FindTitles) {
    this.#find = find
  }

  get(pageId: string): Titles | undefined {
    return this.#titles.get(pageId)
  }

  /** Calls `show` when the title is known. Returns the way to stop. */
  follow(pageId: string, show: () => void): () => void {
    const shown = this.#shown.get(pageId) ?? new Set()
    shown.add(show)
    this.#shown.set(pageId, shown)
    if (!this.#titles.has(pageId)) this.#want(pageId)
    return () => void shown.delete(show)
  }

  #want(pageId: string): void {
    if (pageId === '') return
    this.#wanted.add(pageId)
    if (this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      void this.#load()
    }, waitMs)
  }

  async #load(): Promise<void> {
    const wanted = [...this.#wanted]
    this.#wanted.clear()
    for (let start = 0; start < wanted.length; start += pagesAtOnce) {
      const some = wanted.slice(start, start + pagesAtOnce)
      const titles = await this.#find(some).catch(() => new Map<string, Titles>())
      for (const [pageId, found] of titles) {
        this.#titles.set(pageId, found)
        for (const show of this.#shown.get(pageId) ?? []) show()
      }
    }
  }
}

/**
 * Names the pages that a page mentions with the titles that they have now, where it has former ones. Words of its own
 * stay as they are.
 */
export function pageTitles(find: FindTitles): Extension {
  return Extension.create({
    name: 'pageTitles',
    addProseMirrorPlugins() {
      const titles = new PageTitles(find)
      return [
        new Plugin({
          props: { nodeViews: { pageMention: (node) => mentionView(node, titles) } },
        }),
      ]
    },
  })
}

function mentionView(first: PageNode, titles: PageTitles): NodeView {
  let node = first
  const dom = document.createElement('a')
  dom.className = 'page-chip'
  dom.dataset['node'] = 'pageMention'
  const show = () => {
    const pageId = attribute(node, 'pageId')
    dom.setAttribute('href', pagePath + pageId)
    const label = attribute(node, 'label')
    const { title = '', formerTitles = [] } = titles.get(pageId) ?? {}
    const isTitle = label === '' || formerTitles.includes(label)
    dom.textContent = (isTitle && title) || label || t.untitledPage
    if (title === '' || title === dom.textContent) dom.removeAttribute('title')
    else dom.title = title
  }
  show()
  let stop = titles.follow(attribute(node, 'pageId'), show)
  return {
    dom,
    update: (next) => {
      if (next.type !== node.type) return false
      const isOther = attribute(next, 'pageId') !== attribute(node, 'pageId')
      node = next
      if (isOther) {
        stop()
        stop = titles.follow(attribute(node, 'pageId'), show)
      }
      show()
      return true
    },
    ignoreMutation: () => true,
    destroy: () => stop(),
  }
}

function attribute(node: PageNode, name: string): string {
  const value: unknown = node.attrs[name]
  return typeof value === 'string' ? value : ''
}
