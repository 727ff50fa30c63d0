import type { CallOptions } from '../../../client/index.ts'

/** Operations the server has promised: gone as soon as they are in its table. */
export type PromisedPages = {
  members: {
    list: (
      input: { workspaceId: string },
      options?: CallOptions,
    ) => Promise<{
      members: { id: string; firstName: string; lastName: string; email: string; role: string }[]
    }>
  }
}
