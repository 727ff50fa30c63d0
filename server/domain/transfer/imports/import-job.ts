/** The kind of the job that reads and runs the imports of a workspace. */
export const importJob = 'imports'
