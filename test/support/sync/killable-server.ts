import { initialize, startProcess } from '../processes/process.ts'

export type KillableServer = {
  address: string
  key: string
  workspaceId: string
  /** Kills the process and starts another one on the same port and store. */
  restart: () => Promise<void>
  close: () => Promise<unknown>
}

/** A server in a process that can end at any moment. */
export async function startKillableServer(dataFolder: string): Promise<KillableServer> {
  const { key, workspaceId } = await initialize({ dataFolder })
  const environment = { RATE_LIMIT: '0' }
  let running = await startProcess({ dataFolder, environment })
  const { address } = running
  const PORT = new URL(address).port
  return {
    address,
    key,
    workspaceId,
    restart: async () => {
      await running.stop('SIGKILL')
      running = await startProcess({ dataFolder, environment: { ...environment, PORT } })
    },
    close: () => running.stop(),
  }
}
