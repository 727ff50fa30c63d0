import { setTimeout as sleep } from 'node:timers/promises'

/** The first requests after a start come before. */
const firstPauseMs = 500
/** In which requests are answered: loading a module takes up to 30 ms. */
const pauseMs = 50

let last: Promise<unknown> | undefined

/**
 * Loads modules that the first response does not need, one call after the other, so that no later request has to wait
 * for them. What fails here fails again where it is needed.
 */
export function loadLater(load: () => Promise<unknown>): void {
  const turn = last?.then(() => sleep(pauseMs, undefined, { ref: false }))
  last = (turn ?? sleep(firstPauseMs, undefined, { ref: false })).then(load).catch(() => undefined)
}

/** `load` of the first call for all later ones: `import()` takes 5 µs each time, also for a loaded module. */
export function loadOnce<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}
