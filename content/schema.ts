import { Schema } from 'prosemirror-model'
import type { MarkSpec } from 'prosemirror-model'
import { nodeSpecs } from './schema-nodes.ts'

/**
 * `depth` distinguishes marks of one type on the same text (strong inside strong), and orders marks on the same
 * text: the smaller depth is outside.
 */
const depth = { default: 0, validate: 'number' } as const

// Bold, italic, strike and code exclude nothing, because Markdown nests each of them in itself and in all others.
const markSpecs = {
  link: {
    inclusive: false,
    attrs: {
      href: { default: null, validate: 'string|null' },
      target: { default: null, validate: 'string|null' },
      rel: { default: null, validate: 'string|null' },
      class: { default: null, validate: 'string|null' },
      title: { default: null, validate: 'string|null' },
      depth,
    },
  },
  italic: { excludes: '', attrs: { depth } },
  bold: { excludes: '', attrs: { depth } },
  strike: { excludes: '', attrs: { depth } },
  underline: { attrs: { depth } },
  highlight: { attrs: { depth } },
  code: { excludes: '', code: true },
} satisfies Record<string, MarkSpec>

/** The schema of a page, for the server and the editor. */
export const schemaSpec = { topNode: 'doc', nodes: nodeSpecs, marks: markSpecs }

export const schema = new Schema(schemaSpec)
