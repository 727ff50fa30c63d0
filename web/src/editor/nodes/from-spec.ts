import { mergeAttributes, Node } from '@tiptap/core'
import type { Attribute, Attributes, Mark } from '@tiptap/core'
import type { AttributeSpec, MarkSpec, NodeSpec } from '@tiptap/pm/model'
import { schemaSpec } from '../../../../content/schema.ts'

export type NodeName = keyof typeof schemaSpec.nodes
export type MarkName = keyof typeof schemaSpec.marks

declare module '@tiptap/core' {
  interface NodeConfig {
    tableRole?: string | undefined
  }
}

/** A node of the page's schema with the behaviour of `base`, whose own schema is left out. */
export function nodeFrom(name: NodeName, base?: Node): Node {
  const spec: NodeSpec = schemaSpec.nodes[name]
  return (base ?? plainNode(name)).extend({
    name,
    content: spec.content ?? '',
    group: spec.group ?? '',
    ...(spec.marks === undefined ? {} : { marks: spec.marks }),
    inline: spec.inline ?? false,
    atom: spec.atom ?? false,
    selectable: spec.selectable ?? true,
    draggable: spec.draggable ?? false,
    code: spec.code ?? false,
    defining: spec.defining ?? false,
    isolating: spec.isolating ?? false,
    tableRole: spec['tableRole'],
    addAttributes() {
      return attributesFrom(spec.attrs, this.parent?.())
    },
  })
}

export function markFrom(name: MarkName, base: Mark): Mark {
  const spec: MarkSpec = schemaSpec.marks[name]
  return base.extend({
    name,
    inclusive: spec.inclusive ?? true,
    ...(spec.excludes === undefined ? {} : { excludes: spec.excludes }),
    code: spec.code ?? false,
    addAttributes() {
      return attributesFrom(spec.attrs, this.parent?.())
    },
  })
}

function plainNode(name: NodeName): Node {
  const spec: NodeSpec = schemaSpec.nodes[name]
  const isInline = spec.group === 'inline'
  const isLeaf = spec.content === undefined
  return Node.create({
    name,
    parseHTML: () => [{ tag: `[data-node="${name}"]`, priority: 60 }],
    renderHTML: ({ HTMLAttributes }) => {
      const attributes = mergeAttributes(HTMLAttributes, { 'data-node': name })
      const tag = isInline ? 'span' : 'div'
      return isLeaf ? [tag, attributes] : [tag, attributes, 0]
    },
  })
}

/** Every attribute that a page keeps, read and shown as the behaviour's own wherever it knows it. */
function attributesFrom(
  attrs: Readonly<Record<string, AttributeSpec>> = {},
  known: Attributes | Record<string, never> = {},
): Attributes {
  return Object.fromEntries(
    Object.entries(attrs).map(([name, spec]) => [
      name,
      { ...(known[name] ?? asData(name)), ...defaultOf(spec) },
    ]),
  )
}

function defaultOf(spec: AttributeSpec): Attribute {
  return 'default' in spec ? { default: spec.default } : { default: undefined, isRequired: true }
}

/** An attribute that HTML has no name for, on its way through the clipboard. */
function asData(name: string): Attribute {
  const key = `data-${name.toLowerCase()}`
  return {
    parseHTML: (element) => fromData(element.getAttribute(key)),
    renderHTML: ({ [name]: value }) =>
      value === null || value === undefined ? {} : { [key]: JSON.stringify(value) },
  }
}

function fromData(value: string | null): unknown {
  if (value === null) return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
