import type { TimeSlice } from '../../lib/time-slices.ts'

/** Takes the steps of a computation, and lets others work whenever the time of a round is over. At once if it can. */
export function inSteps<Result>(
  steps: Generator<void, Result>,
  timeSlice: TimeSlice,
): Result | Promise<Result> {
  const step = steps.next()
  if (step.done === true && !timeSlice.isOver()) return step.value
  return goOn(steps, step, timeSlice)
}

async function goOn<Result>(
  steps: Generator<void, Result>,
  first: IteratorResult<void, Result>,
  timeSlice: TimeSlice,
): Promise<Result> {
  for (let step = first; ; step = steps.next()) {
    if (timeSlice.isOver()) await timeSlice.pause()
    if (step.done === true) return step.value
  }
}
