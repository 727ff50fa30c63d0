import type { NodeType } from 'prosemirror-model'
import { maxMarks } from '../limits.ts'
import { sameMark } from '../node.ts'
import type { Mark } from '../node.ts'
import { schema } from '../schema.ts'
import { checkAttributes } from './attributes.ts'
import { count, isRecord, refuse } from './state.ts'
import type { CheckState } from './state.ts'

/** The marks of an inline node inside `parent`; undefined if one of them is invalid. */
export function checkMarks(
  state: CheckState,
  parent: NodeType,
  value: unknown,
  path: string,
): readonly Mark[] | undefined {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return refuse(state, path, '"marks" must be a list.')
  if (value.length > maxMarks) {
    return refuse(state, path, `A text can have at most ${maxMarks} marks.`)
  }
  const marks: Mark[] = []
  for (const [index, entry] of value.entries()) {
    const mark = checkMark(state, parent, entry, `${path}/${index}`)
    if (mark === undefined) return undefined
    if (!marks.some((other) => sameMark(other, mark))) marks.push(mark)
  }
  return marks
}

function checkMark(
  state: CheckState,
  parent: NodeType,
  value: unknown,
  path: string,
): Mark | undefined {
  if (!isRecord(value) || typeof value['type'] !== 'string') {
    return refuse(state, path, 'A mark must be an object with a "type".')
  }
  const type = Object.hasOwn(schema.marks, value['type']) ? schema.marks[value['type']] : undefined
  if (type === undefined) {
    const names = Object.keys(schema.marks).join(', ')
    return refuse(state, `${path}/type`, `This mark is not known. Use one of: ${names}.`)
  }
  if (!parent.allowsMarkType(type)) {
    return refuse(state, `${path}/type`, `Text in "${parent.name}" cannot have "${type.name}".`)
  }
  const attrs = checkAttributes(state, type.name, value['attrs'], `${path}/attrs`)
  if (attrs === undefined || !count(state, path, 0, type.name.length + 12)) return undefined
  return Object.keys(attrs).length > 0 ? { type: type.name, attrs } : { type: type.name }
}
