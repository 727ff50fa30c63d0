import type { Pace } from '../../lib/turns.ts'

/** Takes the steps of a computation, and lets others work whenever the time of a round is over. */
export async function inSteps<Result>(steps: Generator<void, Result>, pace: Pace): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (pace.isOver()) await pace.pause()
    if (step.done === true) return step.value
  }
}
