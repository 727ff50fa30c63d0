import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('disk.c', import.meta.url))

/** Kinds of system calls, as in disk.c. */
export const calls = {
  open: 1,
  read: 2,
  write: 3,
  fsync: 4,
  fdatasync: 5,
  rename: 6,
  mkdir: 7,
  unlink: 8,
  truncate: 9,
  link: 10,
} as const

export const errors = { EIO: 5, EMFILE: 24, ENOSPC: 28, EDQUOT: 122 } as const

export type DiskCall = keyof typeof calls
export type DiskError = keyof typeof errors

/** Compiles the library into a folder; undefined where there is no C compiler. */
export function buildDiskLibrary(folder: string): string | undefined {
  const library = join(folder, 'disk.so')
  const options = ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread']
  const { status, error, stderr } = spawnSync(process.env['CC'] ?? 'cc', options)
  if (error !== undefined) return undefined
  if (status !== 0) throw new Error(`disk.c does not compile: ${stderr.toString()}`)
  return library
}

/** For the name of what is skipped. */
export const noCompiler = 'skipped: there is no C compiler on this machine (cc, or CC)'

/** What a server needs in its environment, for the library to see its files. */
export function diskEnvironment(
  library: string,
  { root, log, control }: { root: string; log?: string; control?: string },
): Record<string, string> {
  return {
    LD_PRELOAD: library,
    DISK_ROOT: root,
    // libuv would send some calls to the kernel past any library.
    UV_USE_IO_URING: '0',
    ...(log === undefined ? {} : { DISK_LOG: log }),
    ...(control === undefined ? {} : { DISK_CONTROL: control }),
  }
}

const bytes = 20

/** Says which call of the server fails next. */
export class DiskControl {
  readonly file: string
  readonly #handle: number

  constructor(file: string) {
    this.file = file
    writeFileSync(file, Buffer.alloc(bytes))
    this.#handle = openSync(file, 'r+')
  }

  /** The n-th call of this kind from now on fails: that one alone for EIO, and all after it for a limit. */
  failNth(call: DiskCall, error: DiskError, n: number): void {
    this.end()
    this.#write(errors[error], 4)
    this.#write(n, 8)
    this.#write(error === 'EIO' ? 0 : 1, 12)
    this.#write(0, 16)
    this.#write(calls[call], 0)
  }

  /** Lets every call through; returns whether one has failed. */
  end(): boolean {
    this.#write(0, 0)
    const found = Buffer.alloc(4)
    readSync(this.#handle, found, 0, 4, 16)
    return found.readInt32LE() === 1
  }

  close(): void {
    closeSync(this.#handle)
  }

  #write(value: number, offset: number): void {
    const buffer = Buffer.alloc(4)
    buffer.writeInt32LE(value)
    writeSync(this.#handle, buffer, 0, 4, offset)
  }
}
