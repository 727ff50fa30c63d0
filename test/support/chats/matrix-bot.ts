import type { TestServer } from '../server.ts'
import type { Visitor } from '../web/visitor.ts'
import { startWorker } from './bot-runner.ts'
import { type BotItem, connect, startChats } from './chats.ts'
import { type MatrixStandIn, startMatrix } from './matrix.ts'

export type MatrixBot = {
  quire: TestServer
  ada: Visitor
  matrix: MatrixStandIn
  bot: BotItem
  worker: ReturnType<typeof startWorker>
}

/** A server whose bot is connected to a homeserver, and at work. */
export async function startMatrixBot(): Promise<MatrixBot> {
  const { quire, ada } = await startChats({ publicUrl: 'https://q.example' })
  const matrix = await startMatrix()
  const account = { service: 'matrix', token: matrix.token, baseUrl: matrix.url }
  const bot = await connect({ quire, ada }, account)
  return { quire, ada, matrix, bot, worker: startWorker(quire.app) }
}
