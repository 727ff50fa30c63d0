import type { RunOf } from '../../domain/runs/shown-run.ts'
import { Type } from '../../lib/json/type.ts'
import { id } from '../fields.ts'

export type ShownRun = { id: string; isAgent: boolean; client: string | null }

const properties = {
  id: id('ID of the run, for `/v1/runs/get`.'),
  isAgent: { type: 'boolean', description: 'Whether a program made the change with an API key.' },
  client: {
    type: ['string', 'null'],
    description: 'What the program calls itself. Nobody has checked it.',
  },
}

/** The run of a change, for answers. */
export const run = Type.Unsafe<ShownRun | null>({
  type: ['object', 'null'],
  required: Object.keys(properties),
  properties,
  description: 'The run that the change belongs to. Null if unknown.',
})

export function toRun(of: RunOf | undefined): ShownRun | null {
  if (of === undefined || of.runId === null) return null
  const { runId, runKeyId, runClient } = of
  const client = runClient === null || runClient === '' ? null : runClient
  return { id: runId, isAgent: runKeyId !== null, client }
}
