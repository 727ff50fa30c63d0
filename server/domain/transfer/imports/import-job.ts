import { dayMs } from '../../../lib/clock.ts'

/** The kind of the job that reads and runs the imports of a workspace. */
export const importJob = 'imports'

/** An import that waits for a person this long is cancelled, and its upload is deleted. */
export const maxWaitMs = 30 * dayMs
