import { parseSync } from 'rolldown/utils'

type Node = { type: string; start: number; end: number }

/** What mask.ts does for TypeScript, for files with elements in them: by their tree, and types taken out too. */
export function maskTsx(path: string, text: string): { code: string; plain: string } {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const code = text.split('')
  const types: [number, number][] = []
  const blank = (letters: string[], from: number, to: number): void => {
    for (let at = from; at < to; at += 1) if (letters[at] !== '\n') letters[at] = ' '
  }
  for (const { start, end } of comments) blank(code, start, end)
  visit(program, (node) => {
    const { type, start, end } = node
    if (type === 'JSXText') blank(code, start, end)
    if (type === 'TemplateElement' && end > start) blank(code, start, end)
    if (type === 'Literal' && /^['"/]/.test(text[start] ?? '')) blank(code, start + 1, end - 1)
    if (type.startsWith('TS')) types.push([endOfExpression(node) ?? start, end])
    if (isOfTypes(node)) types.push([start, end])
  })
  const plain = [...code]
  for (const [from, to] of types) blank(plain, from, to)
  return { code: code.join(''), plain: plain.join('') }
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see)
  }
}

/** Where `x` of `x as T` ends. */
function endOfExpression(node: Node): number | undefined {
  return 'expression' in node && isNode(node.expression) ? node.expression.end : undefined
}

function isOfTypes(node: Node): boolean {
  return (
    ('importKind' in node && node.importKind === 'type') ||
    ('exportKind' in node && node.exportKind === 'type')
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
