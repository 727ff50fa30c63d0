import { Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'

/** Fewer steps with the same effect: what is typed letter by letter becomes one step. */
export function mergeSteps(steps: readonly Step[]): Step[] {
  const merged: Step[] = []
  for (const step of steps) {
    const last = merged.at(-1)
    const joined = last?.merge(step) ?? (last && correct(last, step))
    if (!joined) merged.push(step)
    else if (changesNothing(joined)) merged.pop()
    else merged[merged.length - 1] = joined
  }
  return merged
}

/** Two steps of which the second changes the text that the first inserted. */
function correct(first: Step, second: Step): Step | undefined {
  if (!(first instanceof ReplaceStep) || !(second instanceof ReplaceStep)) return undefined
  const { from, slice } = first
  const [start, end] = [second.from - from, second.to - from]
  if (start < 0 || end > slice.size || !isText(slice) || !isText(second.slice)) return undefined
  const content = slice.content
    .cut(0, start)
    .append(second.slice.content)
    .append(slice.content.cut(end))
  return new ReplaceStep(from, first.to, content.size > 0 ? new Slice(content, 0, 0) : Slice.empty)
}

function changesNothing(step: Step): boolean {
  return step instanceof ReplaceStep && step.from === step.to && step.slice.size === 0
}

function isText({ content, openStart, openEnd }: Slice): boolean {
  return openStart + openEnd === 0 && content.firstChild?.isInline !== false
}
