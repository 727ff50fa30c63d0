import { Fragment, type Node, Slice } from 'prosemirror-model'
import { ReplaceAroundStep, type Step } from 'prosemirror-transform'

/** The step that puts nodes into others, such as a quote or a list, or takes them out; undefined if it is no such change. */
export function wrapStep(
  old: readonly Node[],
  now: readonly Node[],
  from: number,
  to: number,
): Step | undefined {
  const outer = now.length === 1 ? wrappersOf(now[0], old) : undefined
  if (outer) {
    const wrapped = outer.reduceRight(
      (content, node) => Fragment.from(node.copy(content)),
      Fragment.empty,
    )
    return new ReplaceAroundStep(from, to, from, to, new Slice(wrapped, 0, 0), outer.length, true)
  }
  const depth = (old.length === 1 ? wrappersOf(old[0], now) : undefined)?.length
  if (depth === undefined) return undefined
  return new ReplaceAroundStep(from, to, from + depth, to - depth, Slice.empty, 0, true)
}

/** `outer` and the nodes inside it that have one child, down to the one that has these children. */
function wrappersOf(outer: Node | undefined, children: readonly Node[]): Node[] | undefined {
  if (children.length === 0) return undefined
  const wrappers: Node[] = []
  for (
    let node = outer;
    node && !node.inlineContent;
    node = node.childCount === 1 ? node.child(0) : undefined
  ) {
    wrappers.push(node)
    const inner = node.children
    if (
      inner.length === children.length &&
      inner.every((child, index) => children[index]?.eq(child))
    )
      return wrappers
  }
  return undefined
}
