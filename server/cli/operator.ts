import type { Caller } from '../domain/context.ts'

/** The operator, who may do everything, acting for a person or for nobody in particular. */
export function operator(userId = ''): Caller {
  return { userId, keyId: undefined, via: 'cli', readOnly: false, workspaceIds: undefined }
}
