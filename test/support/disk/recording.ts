import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A change or flush that disk.c recorded. `at`: nanoseconds of the clock of `process.hrtime`. */
export type Operation = { at: number } & (
  | { kind: 'create'; inode: string; path: string }
  | { kind: 'write'; inode: string; offset: number; data: Buffer }
  | { kind: 'truncate'; inode: string; size: number }
  | { kind: 'flush'; inode: string }
  | { kind: 'folder' | 'remove' | 'flush-folder'; path: string }
  | { kind: 'rename' | 'link'; path: string; to: string }
)

/**
 * Which of the changes that were not flushed a power cut leaves:
 * - `flushed`: none.
 * - `ordered`: names in their order up to any one, as a journal of a file system has them, and any blocks.
 * - `any`: any blocks and any names.
 * - `torn`: all, but the last write in part.
 */
export const cutModels = ['flushed', 'ordered', 'any', 'torn'] as const
export type CutModel = (typeof cutModels)[number]

const blockSize = 4096
const sectorSize = 512

export function readRecording(file: string): Operation[] {
  const log = readFileSync(file)
  const operations: Operation[] = []
  for (let start = 0; start < log.length;) {
    const end = log.indexOf('\n', start)
    const line = log.toString('utf8', start, end)
    start = end + 1
    const operation = readOperation(line)
    if (operation.kind === 'write') {
      operation.data = log.subarray(start, start + operation.data.length)
      start += operation.data.length
    }
    operations.push(operation)
  }
  return operations
}

function readOperation(line: string): Operation {
  const [time = '', kind = '', ...rest] = line.split(' ')
  const at = Number(time)
  const [first = '', second = '', third = ''] = rest
  const path = rest.join(' ')
  switch (kind) {
    case 'create':
      return { at, kind, inode: first, path: rest.slice(1).join(' ') }
    case 'write':
      return { at, kind, inode: first, offset: Number(second), data: Buffer.alloc(Number(third)) }
    case 'truncate':
      return { at, kind, inode: first, size: Number(second) }
    case 'flush':
      return { at, kind, inode: first }
    case 'rename':
    case 'link': {
      const [from = '', to = ''] = path.split('\t')
      return { at, kind, path: from, to }
    }
    case 'folder':
    case 'remove':
    case 'flush-folder':
      return { at, kind, path }
    default:
      throw new Error(`no operation: ${line}`)
  }
}

type ContentChange = Extract<Operation, { kind: 'write' | 'truncate' }>

/** The bytes of a file on the disk, and the changes that may not have reached it. */
class DiskFile {
  content: Buffer
  size: number
  readonly pending: ContentChange[] = []

  constructor(from?: DiskFile) {
    this.content = Buffer.from(from?.content ?? Buffer.alloc(0))
    this.size = from?.size ?? 0
  }

  put(change: ContentChange): void {
    if (change.kind === 'truncate') {
      if (change.size < this.size) this.content.fill(0, change.size, this.size)
      this.size = change.size
      return this.#grow(this.size)
    }
    const end = change.offset + change.data.length
    this.#grow(end)
    change.data.copy(this.content, change.offset)
    this.size = Math.max(this.size, end)
  }

  flush(): void {
    for (const change of this.pending.splice(0)) this.put(change)
  }

  #grow(size: number): void {
    if (this.content.length >= size) return
    const grown = Buffer.alloc(Math.max(size, this.content.length * 2))
    this.content.copy(grown)
    this.content = grown
  }
}

type Entry = DiskFile | 'folder'
type Names = Map<string, Entry>
/** A change of names, with what the name stands for. */
type NameChange =
  | { kind: 'put'; path: string; entry: Entry }
  | { kind: 'remove'; path: string }
  | { kind: 'move'; path: string; to: string; entry: Entry }

function apply(names: Names, change: NameChange): void {
  if (change.kind === 'put') names.set(change.path, change.entry)
  else names.delete(change.path)
  if (change.kind === 'move') names.set(change.to, change.entry)
}

/** The disk as a recording goes over it. */
export class Disk {
  readonly #inodes = new Map<string, DiskFile>()
  /** All names, and those that are flushed. */
  readonly #current: Names = new Map()
  readonly #durable: Names = new Map()
  #pending: NameChange[] = []
  #last: Operation | undefined
  readonly #isOrdered: boolean
  readonly #model: CutModel

  constructor(model: CutModel) {
    this.#model = model
    this.#isOrdered = model === 'ordered'
  }

  do(operation: Operation): void {
    this.#last = operation
    switch (operation.kind) {
      case 'create': {
        const entry = new DiskFile()
        this.#inodes.set(operation.inode, entry)
        return this.#name({ kind: 'put', path: operation.path, entry })
      }
      case 'folder':
        return this.#name({ kind: 'put', path: operation.path, entry: 'folder' })
      case 'remove':
        return this.#name({ kind: 'remove', path: operation.path })
      case 'link':
        return this.#name({ kind: 'put', path: operation.to, entry: this.#at(operation.path) })
      case 'rename':
        return this.#name({ ...operation, kind: 'move', entry: this.#at(operation.path) })
      case 'write':
      case 'truncate':
        this.#inodes.get(operation.inode)?.pending.push(operation)
        return undefined
      case 'flush':
        this.#inodes.get(operation.inode)?.flush()
        // A journal is written whole.
        if (this.#isOrdered)
          for (const change of this.#pending.splice(0)) apply(this.#durable, change)
        return undefined
      case 'flush-folder':
        return this.#flushFolder(operation.path)
    }
  }

  /** Writes into a folder what a power cut now may leave of the folder `root`. */
  cut(root: string, target: string, random: () => number): void {
    const names = this.#model === 'torn' ? this.#current : new Map(this.#durable)
    const half = () => random() < 0.5
    if (this.#isOrdered) {
      const reached = Math.floor(random() * (this.#pending.length + 1))
      for (const change of this.#pending.slice(0, reached)) apply(names, change)
    } else if (this.#model === 'any') {
      for (const change of this.#pending) if (half()) apply(names, change)
    }
    const folders = new Set([root])
    mkdirSync(target, { recursive: true })
    // A folder before what it contains; what has no folder is unreachable.
    for (const [path, entry] of [...names].toSorted(([a], [b]) => a.length - b.length)) {
      if (!folders.has(dirname(path)) || path.endsWith('-shm')) continue
      const at = target + path.slice(root.length)
      if (entry === 'folder') {
        mkdirSync(at, { recursive: true })
        folders.add(path)
      } else {
        const { content, size } = this.#afterCut(entry, random)
        writeFileSync(at, content.subarray(0, size))
      }
    }
  }

  #at(path: string): Entry {
    const entry = this.#current.get(path)
    if (entry === undefined) throw new Error(`the recording does not know ${path}`)
    return entry
  }

  #name(change: NameChange): void {
    apply(this.#current, change)
    this.#pending.push(change)
  }

  /** Each folder is flushed by itself: a move between two is half done when one is flushed. */
  #flushFolder(folder: string): void {
    const left: NameChange[] = []
    for (const change of this.#pending) {
      const isFrom = dirname(change.path) === folder
      const isTo = change.kind === 'move' && dirname(change.to) === folder
      if (this.#isOrdered || (isFrom && (change.kind !== 'move' || isTo)))
        apply(this.#durable, change)
      else if (isFrom && change.kind === 'move') {
        this.#durable.delete(change.path)
        left.push({ kind: 'put', path: change.to, entry: change.entry })
      } else if (isTo) {
        this.#durable.set(change.to, change.entry)
        left.push({ kind: 'remove', path: change.path })
      } else left.push(change)
    }
    this.#pending = left
  }

  #afterCut(file: DiskFile, random: () => number): DiskFile {
    const left = new DiskFile(file)
    if (this.#model === 'flushed') return left
    for (const change of file.pending) {
      if (this.#model === 'torn' && change !== this.#last) left.put(change)
      else if (change.kind === 'truncate') {
        if (random() < 0.5) left.put(change)
      } else if (this.#model === 'torn') {
        const sectors = Math.floor((random() * change.data.length) / sectorSize)
        left.put({ ...change, data: change.data.subarray(0, sectors * sectorSize) })
      } else {
        for (const block of blocksOf(change)) if (random() < 0.5) left.put(block)
      }
    }
    return left
  }
}

function blocksOf(write: Extract<Operation, { kind: 'write' }>): ContentChange[] {
  const blocks: ContentChange[] = []
  for (let done = 0; done < write.data.length;) {
    const offset = write.offset + done
    const size = Math.min(write.data.length - done, blockSize - (offset % blockSize))
    blocks.push({ ...write, offset, data: write.data.subarray(done, done + size) })
    done += size
  }
  return blocks
}
