import {
  differingStoredFields,
  type GivenStoredFields,
  pickStored,
  pickStoredFields,
  type StoredFields,
} from '../../lib/page-fields.ts'
import type { Context } from '../context.ts'
import type { PastBody } from './past-body.ts'

/**
 * The fields of a page after the changes that are not reverted, as far as they differ from those now. Properties are
 * told apart by key. The fields that the creation of a page gave it stay.
 */
export async function revertFields(
  { content: engine }: Pick<Context, 'content'>,
  { base, baseFields, fields }: Pick<PastBody, 'base' | 'baseFields' | 'fields'>,
  now: StoredFields,
): Promise<GivenStoredFields> {
  const wanted = { ...baseFields }
  let before = baseFields
  const changes = base === null ? fields.slice(1) : fields
  for (const { isReverted, fields: given } of changes) {
    const after = { ...before, ...given }
    if (!isReverted) {
      const { properties, ...others } = given
      Object.assign(wanted, others)
      if (properties !== undefined) {
        const merge = { base: before.properties, mine: properties, theirs: wanted.properties }
        const merged = await engine.mergeProperties(merge)
        wanted.properties = merged.ok ? merged.source : properties
      }
    }
    before = after
  }
  const differing = differingStoredFields(pickStoredFields(now), wanted)
  return pickStored(wanted, differing)
}
