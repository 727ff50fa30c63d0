import { movePage } from '../../domain/pages/tree.ts'
import { updatePage } from '../../domain/pages/update.ts'
import { invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { Type } from '../../lib/json/type.ts'
import {
  defaultFields,
  type PageFieldName,
  pageFieldNames,
  pickSome,
} from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { agentCall } from '../operation.ts'
import { pageChange, agentPageChange } from './fields.ts'

/**
 * The inputs of agents to change and move a page. Models forget fields and fill in ones they do not need, so an
 * omitted field never clears or moves anything.
 */

const { pageId, workspaceId } = fields
type Clearable = 'body' | PageFieldName
export const clearable: readonly Clearable[] = (['body', ...pageFieldNames] as const).toSorted()

export const update = agentCall({
  input: Type.Object({
    workspaceId,
    pageId,
    ...agentPageChange,
    content: pageChange.content,
    clear: Type.Optional(
      Type.Unsafe<string | string[]>({ type: ['string', 'array'], items: { type: 'string' } }),
    ),
    expectedVersion: Type.Optional(Type.Integer({ minimum: 1 })),
    yaml: Type.Optional(Type.Array(Type.String())),
    wanted: Type.Optional(Type.Array(Type.String())),
  }),
  run: async (context, { clear = [], ...input }) => {
    const cleared = [clear].flat().map(toClearable)
    const { yaml } = input
    const given = { ...pickSome(input, pageFieldNames), body: input.content }
    for (const name of cleared) {
      if (given[name] !== undefined) throw refuse('clear', `${name} cannot be both set and cleared`)
    }
    const isGiven = Object.values({ ...given, yaml }).some((value) => value !== undefined)
    if (cleared.length === 0 && !isGiven) {
      const [first = '', ...others] = pageFieldNames
      const more = [...others, 'properties', 'markdown'].join(', ')
      throw refuse(first, `${more} or clear is required: nothing to change`)
    }
    const replacesBody = given.body !== undefined || cleared.includes('body')
    if (replacesBody && input.expectedVersion === undefined) {
      const message = 'is required to replace the body: get it with get_page'
      throw refuse('expectedVersion', message)
    }
    return updatePage(context, { ...input, ...emptied(cleared) })
  },
})

export const move = agentCall({
  input: Type.Object({
    workspaceId,
    pageId,
    newParentId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    prevPageId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  }),
  run: async (context, { newParentId, prevPageId, ...page }) => {
    if (newParentId === undefined && prevPageId === undefined) {
      throw refuse('newParentId', 'or prevPageId is required: give the new position')
    }
    await movePage(context, {
      ...page,
      newParentId: newParentId === 'root' ? null : toId('newParentId', newParentId),
      prevPageId: toId('prevPageId', prevPageId) ?? null,
    })
    return fields.done
  },
})

function toClearable(name: string): Clearable {
  const known = clearable.find((one) => one === name)
  if (known !== undefined) return known
  throw refuse('clear', `must be one of ${clearable.join(',')}`)
}

function emptied(names: readonly Clearable[]) {
  const cleared = pageFieldNames.filter((name) => names.includes(name))
  return {
    ...pickSome(defaultFields, cleared),
    ...(names.includes('body')
      ? { content: { type: 'doc', content: [{ type: 'paragraph' }] } }
      : {}),
  }
}

function toId(
  name: 'newParentId' | 'prevPageId',
  value: string | null | undefined,
): string | null | undefined {
  if (value === null || value === undefined) return value
  if (isId(value)) return value.toLowerCase()
  throw refuse(name, name === 'newParentId' ? 'must be a UUID, or root' : 'must be a UUID')
}

function refuse(name: string, message: string) {
  return invalidInput([{ path: `/${name}`, rule: 'agent', message }])
}
