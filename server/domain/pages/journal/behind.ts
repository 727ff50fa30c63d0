import { type Reader, steps } from '../../../store/index.ts'
import type { PageAddress } from '../tree.ts'

/** Pages read at once. */
const batchSize = 100

/** The pages of a workspace whose stored document is behind the journal, and that nobody changed since a time. */
export async function* pagesBehind(
  reader: Reader,
  workspaceId: string,
  before: number,
): AsyncGenerator<PageAddress> {
  for (let after = ''; ;) {
    const part = await steps.behindIn(reader, workspaceId, { before, after, limit: batchSize })
    yield* part
    after = part.at(-1)?.pageId ?? after
    if (part.length < batchSize) return
  }
}
