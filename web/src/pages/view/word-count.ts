import type { PageDocument } from '../../../../content/document.ts'
import { children, type ContentNode } from '../../../../content/node.ts'

/** The words of a page as its language parts them. */
export function wordCount({ content }: PageDocument): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const text of textsOf(content)) {
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count += 1
  }
  return count
}

/** The text of each block: words do not go on in the next one. */
function* textsOf(nodes: readonly ContentNode[]): Generator<string> {
  let text = ''
  for (const node of nodes) {
    if (node.type === 'text') text += node.text
    else {
      yield text
      text = ''
      yield* textsOf(children(node))
    }
  }
  yield text
}
