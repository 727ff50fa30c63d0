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

/**
 * The items of a list of any length: `for await (const page of eachItem(quire.pages.list, { workspaceId }, 'pages'))`.
 * It also continues lists that have an `offset` and do not name the next one.
 */
export async function* eachItem<Input extends object, Item, Key extends string>(
  call: Call<Input, { [Each in Key]: readonly Item[] }>,
  input: Input,
  key: Key,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let count = 'offset' in input ? Number(input.offset) : 0
  for (let next: object | undefined = {}; next !== undefined;) {
    const part = await call({ ...input, ...next }, options)
    yield* part[key]
    count += part[key].length
    const isCounted = !('nextCursor' in part) && !('nextOffset' in part)
    // A list that ignores `offset` would start over.
    const isMore = part[key].length > 0 && 'total' in part && count < Number(part.total)
    next = isCounted ? (isMore ? { offset: count } : undefined) : nextOf(part)
  }
}

function nextOf(part: object): object | undefined {
  if ('nextCursor' in part && typeof part.nextCursor === 'string')
    return { cursor: part.nextCursor }
  if ('nextOffset' in part && typeof part.nextOffset === 'number')
    return { offset: part.nextOffset }
  return undefined
}
