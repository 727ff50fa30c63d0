import type { StepMap } from 'prosemirror-transform'
import type { LiveTarget } from '../../lib/page-body.ts'
import { scratchOf, type View } from '../collab.ts'
import type { Confirmed } from '../incoming.ts'
import { isDisturbed } from './composing.ts'
import { receiveAll } from './receive-all.ts'

/** The maps of each change. `waits`: an input method composes there, and would be disturbed. */
export type Taken = readonly (readonly StepMap[])[] | 'waits' | 'unreadable'

/** Shows confirmed changes in an editor, all at once. `reserved` are the IDs of the next batches. */
export function receive(
  target: LiveTarget,
  view: View,
  confirmed: readonly Confirmed[],
  reserved: readonly string[],
): Taken {
  target.readSelection?.()
  if (target.isComposing && target.isFocused) {
    const scratch = scratchOf(target.state)
    if (receiveAll(scratch, confirmed, reserved) === undefined) return 'unreadable'
    if (isDisturbed(target.state, scratch.state)) return 'waits'
  }
  return receiveAll(view, confirmed, reserved) ?? 'unreadable'
}
