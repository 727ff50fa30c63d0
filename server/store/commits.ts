/** Hears of a commit to a workspace, or to any when it is undefined, made by this process. */
export type CommitListener = (workspaceId: string | undefined) => void

/** Who wants to know of commits at once, instead of looking for what is new. */
export class Commits {
  readonly #listeners = new Set<CommitListener>()

  /** Gives the end of it. */
  subscribe(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(workspaceId: string | undefined): void {
    for (const listener of this.#listeners) listener(workspaceId)
  }
}
