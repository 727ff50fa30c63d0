export type Scored = { pageId: string; score: number }

/**
 * One ranked list of two: each is stretched to 0…1, a page that a list lacks has 0 there, and the sum is
 * weighted. Unlike ranks, scores keep how sure each list is of its best.
 */
export function fuse(
  lexical: readonly Scored[],
  semantic: readonly Scored[],
  weight: number,
): Scored[] {
  const sums = new Map<string, number>()
  const add = (list: readonly Scored[], share: number) => {
    const scores = list.map(({ score }) => score)
    const low = Math.min(...scores)
    const span = Math.max(...scores) - low
    for (const { pageId, score } of list) {
      // A list of one is sure of it; a longer one that tells no page from another says nothing.
      const stretched = span > 0 ? (score - low) / span : list.length === 1 ? 1 : 0
      sums.set(pageId, (sums.get(pageId) ?? 0) + share * stretched)
    }
  }
  add(lexical, 1 - weight)
  add(semantic, weight)
  // A stable sort: what is equal stays in the order of the lexical list.
  return [...sums].map(([pageId, score]) => ({ pageId, score })).sort((a, b) => b.score - a.score)
}
