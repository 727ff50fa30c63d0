import { schema } from '../../../content/schema.ts'
import { readBatch } from '../../../content/steps/batch.ts'
import type { Author, BatchMessage, StepsMessage } from '../../lib/live-messages.ts'
import type { Recent } from './recent-batches.ts'

/**
 * Who deleted the place where a batch inserts: the author of one of the batches since its base. Undefined if there are
 * several such authors.
 */
export function removerOf(sent: StepsMessage, since: readonly Recent[]): Author | undefined {
  let targets = targetsOf(sent)
  const authors = new Map<string, Author>()
  for (const { json } of since) {
    // SAFETY: written from a BatchMessage by this process.
    const { author, ...batch } = JSON.parse(json) as BatchMessage
    for (const map of readBatch(schema, batch)?.maps ?? []) {
      const mapped = targets.map((target) => map.mapResult(target))
      if (mapped.some(({ deletedAcross }) => deletedAcross)) authors.set(author.id, author)
      targets = mapped.map(({ pos }) => pos)
    }
  }
  const [author, ...others] = authors.values()
  return others.length === 0 ? author : undefined
}

/** In the document that the batch was made on. */
function targetsOf({ steps }: StepsMessage): number[] {
  const { maps = [] } = readBatch(schema, { steps }) ?? {}
  return maps.flatMap((map, index) => {
    const targets: number[] = []
    map.forEach((from) => {
      const before = maps.slice(0, index).toReversed()
      targets.push(before.reduce((at, one) => one.invert().map(at), from))
    })
    return targets
  })
}
