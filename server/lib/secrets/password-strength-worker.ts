import { parentPort, workerData } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

export type Question = { password: string; words: string[] }

// SAFETY: only password-strength.ts starts this worker.
const { password, words } = workerData as Question
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
})
parentPort?.postMessage(zxcvbn.check(password, words).score)
