import { parentPort } from 'node:worker_threads'
import { type Found, Matrix } from './matrix.ts'
import type { Question, Reply, Task } from './messages.ts'

const matrices = new Map<number, Matrix>()

function work(task: Task): Found | undefined {
  if (task.do === 'open') {
    matrices.set(task.matrix, new Matrix(task.dimensions))
    return undefined
  }
  const matrix = matrices.get(task.matrix)
  switch (task.do) {
    case 'append':
      matrix?.append(task.vectors, task.chunks, task.pages)
      return undefined
    case 'remove':
      matrix?.remove(new Set(task.pages))
      return undefined
    case 'close':
      matrices.delete(task.matrix)
      return undefined
    case 'search':
      return matrix?.search(task.query, task.limit, task.marks)
  }
}

parentPort?.on('message', ({ id, task }: Question) => {
  const reply: Reply = { id, found: undefined, rows: 0, fault: undefined }
  try {
    reply.found = work(task)
    reply.rows = matrices.get(task.matrix)?.count ?? 0
  } catch (error) {
    reply.fault = error instanceof Error ? error.message : String(error)
  }
  parentPort?.postMessage(reply)
})
