import { statSync } from 'node:fs'
import { removed } from '../../lib/disk.ts'
import { AppError } from '../../lib/errors.ts'

type Identity = { dev: number; ino: number }

/**
 * Whether the open files of SQLite still have their names. If the data folder is removed or replaced, SQLite
 * continues to write to files without a name.
 */
export class StoreFiles {
  readonly #known: readonly { path: string; identity: Identity | undefined }[]
  #lost: AppError | undefined

  /** Created once the store and its log are open. */
  constructor(file: string) {
    this.#known = [file, `${file}-wal`].map((path) => ({ path, identity: identityOf(path) }))
  }

  /**
   * Compares the files again, with two calls of `stat` that take about 5 µs together. Throws STORE_UNUSABLE once
   * they differ.
   */
  requireSame(): void {
    const moved = this.#known.find(({ path, identity }) => !isSame(identity, identityOf(path)))
    if (moved !== undefined) {
      this.#lost ??= new AppError('STORE_UNUSABLE', removed(moved.path))
    }
    this.requireNotLost()
  }

  /** The reason why nothing can be read any more. */
  get lost(): AppError | undefined {
    return this.#lost
  }

  /** Throws STORE_UNUSABLE when the files are known to be lost, without another comparison. */
  requireNotLost(): void {
    if (this.#lost !== undefined) throw this.#lost
  }
}

function identityOf(path: string): Identity | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

function isSame(one: Identity | undefined, other: Identity | undefined): boolean {
  // A log that did not exist at the start cannot be lost.
  return one === undefined || (one.ino === other?.ino && one.dev === other.dev)
}
