import type { Block } from '../../../content/blocks.ts'
import { readBlocks } from '../document/stored-body.ts'

/** Units of stored JSON that are parsed in one step. */
export const parsedUnitsPerStep = 100_000
/** Between two blocks as they are stored; inside of a text the quotes would be escaped. */
const border = '},{"number":'

/** As readBlocks, in steps: to parse the longest body at once takes tens of milliseconds. */
export function* blockSteps(json: string, pageId: string): Generator<void, Block[]> {
  if (json.length <= parsedUnitsPerStep) return readBlocks(json, pageId)
  const lists: Block[][] = []
  let start = 1
  while (start < json.length) {
    const next = json.indexOf(border, start + parsedUnitsPerStep)
    const end = next === -1 ? json.length - 1 : next + 1
    lists.push(readBlocks(`[${json.slice(start, end)}]`, pageId))
    start = end + 1
    yield
  }
  return lists.flat()
}
