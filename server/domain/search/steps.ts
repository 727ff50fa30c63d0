import type { TimeSlice } from '../../lib/time-slices.ts'

/** Takes the steps of a computation, and lets others work whenever the time of a round is over. */
export async function inSteps<Result>(
  steps: Generator<void, Result>,
  timeSlice: TimeSlice,
): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (timeSlice.isOver()) await timeSlice.pause()
    if (step.done === true) return step.value
  }
}
