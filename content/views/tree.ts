import { isMap, isPair, isScalar, isSeq, type ParsedNode } from 'yaml'
import { parseYaml } from '../yaml/mapping.ts'
import type { ViewProblem } from './query.ts'

/** YAML or JSON with the lines of its values; 0 in JSON. */
export type Tree =
  | { kind: 'scalar'; line: number; value: string | number | boolean | null }
  | { kind: 'list'; line: number; items: Tree[] }
  | { kind: 'map'; line: number; entries: Entry[] }
export type Entry = { key: string; line: number; value: Tree }

export type TreeResult = { ok: true; tree: Tree } | { ok: false; problem: ViewProblem }

export function treeOfYaml(source: string): TreeResult {
  const lines = lineStarts(source)
  const read = parseYaml(source)
  if (!read.ok) {
    const line = lineAt(lines, read.offset ?? 0)
    return { ok: false, problem: { line, message: `The YAML ${sentence(read.reason)}` } }
  }
  const lineOf = (node: ParsedNode | null | undefined, parentLine: number) =>
    node == null ? parentLine : lineAt(lines, node.range[0])
  const convert = (node: ParsedNode | null, parentLine: number): Tree => {
    const line = lineOf(node, parentLine)
    if (isMap<ParsedNode, ParsedNode | null>(node)) {
      const entries = node.items.filter(isPair).map(({ key, value }): Entry => {
        const at = lineOf(key, line)
        return { key: isScalar(key) ? String(key.value) : '', line: at, value: convert(value, at) }
      })
      return { kind: 'map', line, entries }
    }
    if (isSeq<ParsedNode>(node)) {
      return { kind: 'list', line, items: node.items.map((item) => convert(item, line)) }
    }
    return { kind: 'scalar', line, value: isScalar(node) ? scalarOf(node.value) : null }
  }
  return { ok: true, tree: convert(read.document.contents, 1) }
}

/** Of a value of JSON. */
export function treeOfValue(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'list', line: 0, items: value.map(treeOfValue) }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, one]) => {
      return { key, line: 0, value: treeOfValue(one) }
    })
    return { kind: 'map', line: 0, entries }
  }
  return { kind: 'scalar', line: 0, value: scalarOf(value) }
}

function scalarOf(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : JSON.stringify(value)
}

/** A reason as the end of one sentence. */
function sentence(reason: string): string {
  const [first = ''] = reason.split('\n')
  return `${first.replace(/[.:]$/, '')}.`
}

function lineStarts(source: string): number[] {
  return Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)
}

function lineAt(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset)
  return after === -1 ? starts.length + 1 : after + 1
}
