export type AttributeValue = string | number | boolean | null | readonly number[]
export type Attributes = Readonly<Record<string, AttributeValue>>
export type Mark = { readonly type: string; readonly attrs?: Attributes }

/** One node of a page document, in the JSON format of Tiptap and ProseMirror. */
export type ContentNode = {
  readonly type: string
  readonly attrs?: Attributes
  readonly content?: readonly ContentNode[]
  readonly marks?: readonly Mark[]
  readonly text?: string
}

type Attributed = { readonly attrs?: Attributes }

export function stringAttribute(holder: Attributed, name: string): string {
  const value = holder.attrs?.[name]
  return typeof value === 'string' ? value : ''
}

export function numberAttribute(holder: Attributed, name: string, otherwise: number): number {
  const value = holder.attrs?.[name]
  return typeof value === 'number' ? value : otherwise
}

export function booleanAttribute(holder: Attributed, name: string): boolean | undefined {
  const value = holder.attrs?.[name]
  return typeof value === 'boolean' ? value : undefined
}

export function children(node: ContentNode): readonly ContentNode[] {
  return node.content ?? []
}

export function paragraph(content: readonly ContentNode[]): ContentNode {
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }
}

export function isEmptyParagraph(node: ContentNode | undefined): boolean {
  return node?.type === 'paragraph' && children(node).length === 0
}

/** Adjacent text nodes with the same marks are one text for every reader. */
export function sameMark(a: Mark, b: Mark): boolean {
  return a.type === b.type && JSON.stringify(a.attrs ?? {}) === JSON.stringify(b.attrs ?? {})
}
