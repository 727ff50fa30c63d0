/** Takes all steps of a computation, and counts them. */
export function drain<Result>(computation: Generator<void, Result>): {
  result: Result
  steps: number
} {
  for (let steps = 0; ; steps += 1) {
    const step = computation.next()
    if (step.done === true) return { result: step.value, steps }
  }
}
