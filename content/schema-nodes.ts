import type { NodeSpec } from 'prosemirror-model'

const cell: NodeSpec = {
  content: 'block+',
  isolating: true,
  attrs: {
    colspan: { default: 1, validate: 'number' },
    rowspan: { default: 1, validate: 'number' },
    colwidth: { default: null },
    align: { default: null, validate: 'string|null' },
  },
}

const atom: NodeSpec = { group: 'inline', inline: true, atom: true }

/**
 * `tight` means that a list is written without blank lines; null lets the writer decide. `paragraph` is first
 * because ProseMirror fills a gap with the first block of the list.
 */
const blocks = {
  paragraph: { group: 'block', content: 'inline*' },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { level: { default: 1, validate: 'number' } },
  },
  blockquote: { group: 'block', content: 'block+', defining: true },
  callout: {
    group: 'block',
    content: 'block+',
    defining: true,
    attrs: {
      kind: { default: 'note', validate: 'string' },
      tight: { default: null, validate: 'boolean|null' },
    },
  },
  details: {
    group: 'block',
    content: 'detailsSummary detailsContent',
    defining: true,
    isolating: true,
    attrs: { open: { default: false, validate: 'boolean' } },
  },
  detailsSummary: { content: 'inline*', defining: true, isolating: true, selectable: false },
  detailsContent: { content: 'block+', defining: true, selectable: false },
  bulletList: {
    group: 'block list',
    content: 'listItem+',
    attrs: { tight: { default: null, validate: 'boolean|null' } },
  },
  orderedList: {
    group: 'block list',
    content: 'listItem+',
    attrs: {
      start: { default: 1, validate: 'number' },
      type: { default: null, validate: 'string|null' },
      tight: { default: null, validate: 'boolean|null' },
    },
  },
  listItem: {
    content: 'paragraph block*',
    defining: true,
    attrs: { checked: { default: null, validate: 'boolean|null' } },
  },
  taskList: {
    group: 'block list',
    content: 'taskItem+',
    attrs: { tight: { default: null, validate: 'boolean|null' } },
  },
  taskItem: {
    content: 'paragraph block*',
    defining: true,
    attrs: { checked: { default: false, validate: 'boolean' } },
  },
  codeBlock: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: {
      language: { default: null, validate: 'string|null' },
      meta: { default: null, validate: 'string|null' },
    },
  },
  horizontalRule: { group: 'block' },
  blockMath: { group: 'block', atom: true, attrs: { latex: { default: '', validate: 'string' } } },
  htmlBlock: { group: 'block', atom: true, attrs: { html: { default: '', validate: 'string' } } },
  pageEmbed: {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: {
      pageId: { validate: 'string' },
      anchor: { default: null, validate: 'string|null' },
      label: { default: '', validate: 'string' },
    },
  },
  footnoteDefinition: {
    group: 'block',
    content: 'block+',
    defining: true,
    attrs: { label: { default: '', validate: 'string' } },
  },
  table: { group: 'block', content: 'tableRow+', isolating: true, tableRole: 'table' },
  tableRow: { content: '(tableCell | tableHeader)*', tableRole: 'row' },
  tableHeader: { ...cell, tableRole: 'header_cell' },
  tableCell: { ...cell, tableRole: 'cell' },
} satisfies Record<string, NodeSpec>

const board = {
  kanbanColumn: { content: 'heading kanbanCard*', isolating: true },
  kanbanCard: {
    content: 'paragraph block*',
    defining: true,
    attrs: { checked: { default: false, validate: 'boolean' } },
  },
} satisfies Record<string, NodeSpec>

const inlines = {
  text: { group: 'inline' },
  hardBreak: { group: 'inline', inline: true, selectable: false },
  image: {
    ...atom,
    draggable: true,
    attrs: {
      src: { default: null, validate: 'string|null' },
      alt: { default: null, validate: 'string|null' },
      title: { default: null, validate: 'string|null' },
      width: { default: null, validate: 'number|string|null' },
      height: { default: null, validate: 'number|string|null' },
      align: { default: null, validate: 'string|null' },
      linkHref: { default: null, validate: 'string|null' },
      linkTitle: { default: null, validate: 'string|null' },
    },
  },
  emptyLink: {
    ...atom,
    attrs: {
      href: { default: '', validate: 'string' },
      title: { default: null, validate: 'string|null' },
    },
  },
  inlineMath: { ...atom, attrs: { latex: { default: '', validate: 'string' } } },
  htmlInline: { ...atom, attrs: { html: { default: '', validate: 'string' } } },
  footnoteReference: { ...atom, attrs: { label: { default: '', validate: 'string' } } },
  file: {
    ...atom,
    draggable: true,
    attrs: {
      fileId: { validate: 'string' },
      name: { default: '', validate: 'string' },
      size: { default: null, validate: 'number|null' },
      mimeType: { default: null, validate: 'string|null' },
      embed: { default: false, validate: 'boolean' },
    },
  },
  date: { ...atom, attrs: { date: { validate: 'string' } } },
  anchor: { ...atom, selectable: false, attrs: { id: { validate: 'string' } } },
  pageMention: {
    ...atom,
    attrs: {
      pageId: { validate: 'string' },
      label: { default: '', validate: 'string' },
    },
  },
} satisfies Record<string, NodeSpec>

export const nodeSpecs = {
  doc: { content: 'block+ | kanbanColumn+' },
  ...blocks,
  ...board,
  ...inlines,
} satisfies Record<string, NodeSpec>
