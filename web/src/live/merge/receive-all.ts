import type { StepMap } from 'prosemirror-transform'
import { readBatch } from '../../../../content/steps/batch.ts'
import { type ConfirmedBatch, sentBatch, takeBatch, type View } from '../collab.ts'
import type { Confirmed } from '../incoming.ts'
import { receiveBatches } from './receive-batches.ts'

type Maps = readonly StepMap[]

/**
 * Takes confirmed changes in one go, and gives the maps of each. Undefined if a step is not readable or does not fit:
 * then the page has to be read again. `reserved`: IDs of the next batches, which may be among the confirmed ones after
 * a crash.
 */
export function receiveAll(
  view: View,
  confirmed: readonly Confirmed[],
  reserved: readonly string[],
): Maps[] | undefined {
  try {
    return receive(view, confirmed, reserved)
  } catch {
    // A step that does not fit the document throws.
    return undefined
  }
}

function receive(
  view: View,
  confirmed: readonly Confirmed[],
  [next, ...others]: readonly string[],
): Maps[] | undefined {
  const own = confirmed.findIndex(({ id }) => id === sentBatch(view.state)?.id)
  const isNextThere = next !== undefined && confirmed.slice(own + 1).some(({ id }) => id === next)
  const first = isNextThere ? confirmed.slice(0, own + 1) : confirmed
  const batches = first.map((one) => batchOf(view, one))
  const maps = batches.map((batch) => mapsOf(view, batch))
  if (!receiveBatches(view, batches)) return undefined
  if (!isNextThere) return maps
  takeBatch(view, next)
  const rest = receive(view, confirmed.slice(own + 1), others)
  return rest && [...maps, ...rest]
}

/** What was accepted as it was sent comes without its steps; a title has none. */
function batchOf(view: View, confirmed: Confirmed): ConfirmedBatch {
  const { id, version } = confirmed
  if (confirmed.type === 'batch') {
    const { steps, moves } = confirmed
    return { id, version, steps, ...(moves === undefined ? {} : { moves }) }
  }
  return sentBatch(view.state)?.id === id ? { id, version } : { id, version, steps: [] }
}

function mapsOf({ state }: View, batch: ConfirmedBatch): Maps {
  const steps = batch.steps ?? sentBatch(state)?.steps ?? []
  return readBatch(state.schema, { steps })?.maps ?? []
}
