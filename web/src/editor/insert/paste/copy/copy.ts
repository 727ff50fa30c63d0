import type { Fragment, Node as PageNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import type { PageDocument } from '../../../../../../content/document.ts'
import { renderHtml } from '../../../../../../content/html.ts'
import { mapUrls } from '../../../../../../content/urls.ts'
import { writeMarkdown } from '../../../../../../content/write-markdown.ts'
import { fromJson } from '../../../json.ts'
import { inHtml, writeBlocks } from '../quire-slice.ts'
import { clipboardStyle } from './clipboard-style.ts'
import { copiedBlocks } from './copied-blocks.ts'

export type Copied = { text: string; html: string; blocks: string }

/** What is selected as Markdown, as HTML that other programs take, and as blocks of Quire. */
export function copy(state: EditorState, target: { workspaceId: string; origin: string }): Copied {
  const { blocks, isText } = copiedBlocks(state)
  const document = documentOf(blocks)
  const json = writeBlocks({ ...target, content: document.content })
  const html = htmlOf(document, target.origin)
  const only = isText ? blocks.firstChild : null
  return {
    text: only === null ? writeMarkdown(document).trimEnd() : plainText(only),
    html: inHtml(only?.type.name === 'paragraph' ? inline(html) : html, json),
    blocks: json,
  }
}

function documentOf(blocks: Fragment): PageDocument {
  return fromJson({ type: 'doc', content: blocks.content.map((block) => block.toJSON()) })
}

function htmlOf(document: PageDocument, origin: string): string {
  const absolute = mapUrls(document, (url) => (/^\/(?!\/)/.test(url) ? origin + url : url))
  return renderHtml(absolute, clipboardStyle)
}

/** A part of a sentence is no paragraph where it is pasted. */
function inline(html: string): string {
  return html.replace(/^<p>|<\/p>$/g, '')
}

/** The letters themselves, without the signs of Markdown. */
function plainText(block: PageNode): string {
  return block.textBetween(0, block.content.size, '\n', (leaf) => {
    const { attrs } = leaf
    const value = (name: string) => (typeof attrs[name] === 'string' ? attrs[name] : '')
    switch (leaf.type.name) {
      case 'hardBreak':
        return '\n'
      case 'inlineMath':
        return `$${value('latex')}$`
      case 'footnoteReference':
        return `[^${value('label')}]`
      case 'image':
        return value('alt') || value('src')
      default:
        return value('label') || value('name') || value('date') || value('html') || value('href')
    }
  })
}
