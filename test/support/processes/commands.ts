import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { type Ended, initialize, runCommand, runCommandProcess } from './process.ts'

export type Commands = {
  dataFolder: () => string
  /** What init printed. */
  first: () => Awaited<ReturnType<typeof initialize>>
  quire: (...words: string[]) => Promise<Ended>
  /** Starts a process for it: one test of each command does. */
  quireProcess: (...words: string[]) => Promise<Ended>
  /** Runs with `--json`, which must succeed, and gives the one object that was printed. */
  json: (...words: string[]) => Promise<Record<string, unknown>>
  /** Runs what must be refused with exit code 1 and nothing on standard output; gives the error. */
  refused: (...words: string[]) => Promise<{ code: string; message: string }>
}

/** The operator's commands on a store of their own, set up by `quire init`, for the tests of a describe. */
export function useCommands(): Commands {
  let dataFolder = ''
  let first: Awaited<ReturnType<typeof initialize>> | undefined
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-commands-'))
    first = await initialize({ dataFolder })
  })
  after(() => rm(dataFolder, { recursive: true, force: true }))

  const quire = (...words: string[]) => runCommand(words, { dataFolder })
  return {
    dataFolder: () => dataFolder,
    first: () => {
      assert.ok(first !== undefined)
      return first
    },
    quire,
    quireProcess: (...words) => runCommandProcess(words, { dataFolder }),
    json: async (...words) => {
      const { code, stdout, stderr } = await quire(...words, '--json')
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
      assert.match(stdout, /^\{.*\}\n$/, 'one object on one line')
      return JSON.parse(stdout)
    },
    refused: async (...words) => {
      const { code, stdout, stderr } = await quire(...words, '--json')
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.match(stderr, /^\{.*\}\n$/)
      return JSON.parse(stderr)
    },
  }
}
