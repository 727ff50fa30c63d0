import type { Static } from 'typebox'
import type { GivenChange } from '../../domain/proposals/given-changes.ts'
import { invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { ChangeKind } from '../../lib/vocabulary.ts'
import type { givenChange } from './fields.ts'

type Given = Static<typeof givenChange>
type Name = Exclude<keyof Given, 'kind'>

/** The fields of each kind of change, required ones first. */
const known: Record<ChangeKind, { required: readonly Name[]; optional: readonly Name[] }> = {
  create: {
    required: ['title'],
    optional: ['key', 'parentId', 'icon', 'ownership', 'type', 'markdown'],
  },
  edit: {
    required: ['pageId'],
    optional: ['title', 'icon', 'markdown', 'content', 'expectedVersion'],
  },
  properties: { required: ['pageId'], optional: ['set', 'remove'] },
  move: { required: ['pageId'], optional: ['newParentId', 'prevPageId'] },
  trash: { required: ['pageId'], optional: [] },
}

/** The changes of a call, each with the fields of its kind only. Throws VALIDATION_FAILED. */
export function readChanges(given: readonly Given[]): GivenChange[] {
  return given.map((change, index) => {
    const { required, optional } = known[change.kind]
    // SAFETY: the schema allows no other names.
    const names = Object.keys(change).filter((name) => name !== 'kind') as Name[]
    for (const name of required) {
      if (change[name] === undefined) refuse(index, name, 'required', 'is required')
    }
    for (const name of names) {
      if (required.includes(name) || optional.includes(name)) continue
      refuse(index, name, 'not', `cannot be used with kind "${change.kind}"`)
    }
    const { parentId } = change
    const isParent = parentId == null || parentId.startsWith('#') || isId(parentId)
    if (!isParent) refuse(index, 'parentId', 'format', 'must be a UUID, #key or null')
    // SAFETY: it has the required fields of its kind, and no others than those of its kind.
    return change as GivenChange
  })
}

/** Throws VALIDATION_FAILED. */
export function rejectBoth(changes: readonly Given[] | undefined): void {
  if (changes === undefined) return
  const message = 'cannot be combined with edits and remove'
  throw invalidInput([{ path: '/changes', rule: 'not', message }])
}

function refuse(index: number, name: string, rule: string, message: string): never {
  throw invalidInput([{ path: `/changes/${index}/${name}`, rule, message }])
}
