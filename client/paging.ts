import { QuireError } from './errors.ts'
import type { CallOptions } from './index.ts'

type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/**
 * The parts of a list or of a long page, one call after the other, as long as the server names a next one:
 * `for await (const { pages } of eachPart(quire.pages.list, { workspaceId }))`.
 */
export async function* eachPart<Input extends object, Output extends object>(
  call: Call<Input, Output>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Output, void, undefined> {
  for (let next: object | undefined = {}; next !== undefined;) {
    const part: Output = await call({ ...input, ...next }, options)
    yield part
    next = nextOf(part)
  }
}

type ListKey<Output> = {
  [Key in keyof Output]: Output[Key] extends readonly unknown[] ? Key : never
}[keyof Output]
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never

/**
 * The items of a list of any length: `for await (const page of eachItem(quire.pages.list, { workspaceId }))`. An answer
 * with several lists needs the `key` of one. It also continues lists that have an `offset` and do not name the next one.
 * Throws UNEXPECTED_ANSWER without a key if there is not exactly one list.
 */
export async function* eachItem<
  Input extends object,
  Output extends object,
  Key extends ListKey<Output> = ListKey<Output>,
>(
  call: Call<Input, Output>,
  input: Input,
  key?: Key,
  options?: CallOptions,
): AsyncGenerator<ItemOf<Output[Key]>, void, undefined> {
  let count = 'offset' in input ? Number(input.offset) : 0
  for (let next: object | undefined = {}; next !== undefined;) {
    const part: Output = await call({ ...input, ...next }, options)
    const items = listIn(part, key)
    // SAFETY: the list with this key, or the only one.
    yield* items as ItemOf<Output[Key]>[]
    count += items.length
    const isCounted = !('nextCursor' in part) && !('nextOffset' in part)
    // A list that ignores `offset` would start over.
    const isMore = items.length > 0 && 'total' in part && count < Number(part.total)
    next = isCounted ? (isMore ? { offset: count } : undefined) : nextOf(part)
  }
}

function listIn(part: object, key: PropertyKey | undefined): readonly unknown[] {
  const lists = Object.entries(part).filter(
    ([name, value]) => Array.isArray(value) && (key === undefined || name === key),
  )
  const [[, list] = []] = lists
  if (lists.length === 1 && Array.isArray(list)) return list
  const names = lists.map(([name]) => name).join(', ')
  const message = names === '' ? 'The answer has no list.' : `Name one of the lists: ${names}.`
  throw new QuireError(message, { code: 'UNEXPECTED_ANSWER', status: 200, operation: 'eachItem' })
}

function nextOf(part: object): object | undefined {
  if ('nextCursor' in part && typeof part.nextCursor === 'string')
    return { cursor: part.nextCursor }
  if ('nextOffset' in part && typeof part.nextOffset === 'number')
    return { offset: part.nextOffset }
  return undefined
}
