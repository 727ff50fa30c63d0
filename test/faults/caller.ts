import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/domain/context.ts'
import { checkStore } from '../../server/domain/transfer/check/check.ts'
import { databaseOf } from '../support/stores/stores.ts'

export type Reply = { status: number; body: Record<string, unknown> }

/** Calls a server as a program with a key does. */
export type Call = (path: string, body: object) => Promise<Reply>

export function caller(
  address: string,
  { key, workspaceId }: { key: string; workspaceId: string },
): Call {
  return async (path, body) => {
    const response = await fetch(address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceId, ...body }),
    })
    const answer: unknown = await response.json()
    // SAFETY: the server answers every call with an object; tests assert on what they name.
    return { status: response.status, body: answer as Record<string, unknown> }
  }
}

/** Runs with a folder that is gone afterwards. */
export async function withFolder<Result>(
  run: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-trouble-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a store that no server runs on, as its first person. */
export async function inspect<Result>(
  dataFolder: string,
  { userId }: { userId: string },
  look: (context: Context, app: App) => Promise<Result>,
): Promise<Result> {
  const app = await openApp(
    readConfig({ QUIRE_DATA: dataFolder, DATABASE_URL: await databaseOf(dataFolder) }),
  )
  try {
    const person = {
      keyId: undefined,
      via: 'api',
      readOnly: false,
      workspaceIds: undefined,
    } as const
    return await look(app.contextFor({ ...person, userId }), app)
  } finally {
    await app.close()
  }
}

/** Everything `quire check` finds wrong. */
export async function faultsOf(context: Context): Promise<string[]> {
  const { faults } = await checkStore(context)
  return faults.map(({ part, message }) => `${part}: ${message}`)
}
