import type { StepMap } from 'prosemirror-transform'

/** Cursors on older versions than this many back are not shown. */
const maxVersions = 200

/** Brings positions of recent versions to the newest confirmed one. */
export class VersionMaps {
  #maps: (readonly StepMap[])[] = []
  #version: number

  constructor(version: number) {
    this.#version = version
  }

  /** The change that led to the next version. */
  add(maps: readonly StepMap[]): void {
    this.#maps.push(maps)
    this.#version += 1
    if (this.#maps.length > maxVersions) this.#maps.shift()
  }

  /** Goes on at another version, with nothing known before it. */
  reset(version: number): void {
    this.#maps = []
    this.#version = version
  }

  /** Undefined for a version that is not here yet, or is too old. */
  locate(position: number, version: number): number | undefined {
    const behind = this.#version - version
    if (behind < 0 || behind > this.#maps.length) return undefined
    let found = position
    // Whoever types stands behind what they typed.
    for (const maps of this.#maps.slice(this.#maps.length - behind)) {
      for (const map of maps) found = map.map(found, 1)
    }
    return found
  }
}
