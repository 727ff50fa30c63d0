/** Estimates whether JSON is short, by counting nodes and text up to the limit. */
export function isShort(value: object, limit: number): boolean {
  let left = limit
  const open: unknown[] = [value]
  while (open.length > 0 && left > 0) {
    const next = open.pop()
    left -= typeof next === 'string' ? next.length : 8
    if (typeof next === 'object' && next !== null) {
      for (const member of Object.values(next)) open.push(member)
    }
  }
  return left > 0
}
