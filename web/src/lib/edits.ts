/** What stood at `from` up to `to` is now `put`; a list of them is in order and never overlaps. */
export type Edit<Item> = { from: number; to: number; put: readonly Item[] }

/** More pairs than this are not compared: what differs is then one edit. */
const maxPairs = 4_000_000

/** The edits that make `after` of `before`, with items compared by their keys. */
export function editsBetween<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): Edit<Item>[] {
  const a = before.map(keyOf)
  const b = after.map(keyOf)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1
  }
  const unchanged = common(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const edits: Edit<Item>[] = []
  let i = start
  let j = start
  const close = (to: number, until: number) => {
    if (to > i || until > j) edits.push({ from: i, to, put: after.slice(j, until) })
  }
  for (const [x, y] of unchanged) {
    close(start + x, start + y)
    i = start + x + 1
    j = start + y + 1
  }
  close(a.length - end, b.length - end)
  return edits
}

/** Pairs of places of a longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > maxPairs) return []
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  const at = (x: number, y: number) => lengths[x * width + y] ?? 0
  for (let x = a.length - 1; x >= 0; x -= 1) {
    for (let y = b.length - 1; y >= 0; y -= 1) {
      lengths[x * width + y] =
        a[x] === b[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1))
    }
  }
  const pairs: [number, number][] = []
  let x = 0
  let y = 0
  while (x < a.length && y < b.length) {
    if (a[x] === b[y]) pairs.push([x++, y++])
    else if (at(x + 1, y) >= at(x, y + 1)) x += 1
    else y += 1
  }
  return pairs
}
