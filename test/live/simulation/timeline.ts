/** Events in simulated time. Events of one moment run in the order in which they were planned. */
export type Timeline = {
  readonly now: () => number
  readonly at: (time: number, run: () => void) => void
  /** Runs all events until `end`. */
  readonly runUntil: (end: number) => void
}

type Planned = { readonly time: number; readonly order: number; readonly run: () => void }

export function startTimeline(): Timeline {
  const heap: Planned[] = []
  let now = 0
  let order = 0
  return {
    now: () => now,
    at: (time, run) => {
      order += 1
      push(heap, { time: Math.max(time, now), order, run })
    },
    runUntil: (end) => {
      for (let first = heap[0]; first !== undefined && first.time <= end; first = heap[0]) {
        pop(heap)
        now = first.time
        first.run()
      }
    },
  }
}

function isBefore(a: Planned | undefined, b: Planned | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined
  return a.time < b.time || (a.time === b.time && a.order < b.order)
}

function swap(heap: Planned[], a: number, b: number): void {
  const [first, second] = [heap[a], heap[b]]
  if (first === undefined || second === undefined) return
  heap[a] = second
  heap[b] = first
}

function push(heap: Planned[], planned: Planned): void {
  heap.push(planned)
  let index = heap.length - 1
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (!isBefore(heap[index], heap[parent])) return
    swap(heap, index, parent)
    index = parent
  }
}

function pop(heap: Planned[]): void {
  swap(heap, 0, heap.length - 1)
  heap.pop()
  let index = 0
  for (;;) {
    const [left, right] = [2 * index + 1, 2 * index + 2]
    let min = index
    if (isBefore(heap[left], heap[min])) min = left
    if (isBefore(heap[right], heap[min])) min = right
    if (min === index) return
    swap(heap, index, min)
    index = min
  }
}
