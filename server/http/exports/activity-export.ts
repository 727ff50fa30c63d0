import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance } from 'fastify'
import type { ActivityFilter } from '../../domain/activity/filter.ts'
import type { Caller, Context } from '../../domain/context.ts'
import { reauthorize } from '../../domain/people/reauthorize.ts'
import { Type } from '../../lib/json/type.ts'
import { workspaceId } from '../../operations/fields.ts'
import { createParser } from '../../operations/parse.ts'
import {
  activityFilter,
  readActivity,
  readFilter,
  toItem,
} from '../../operations/runs/activity-fields.ts'
import { requireCaller } from '../identity/authentication.ts'

const perPerson = { max: 60, windowMs: 3_600_000 }
const itemsAtOnce = 200

const parse = createParser(Type.Object({ workspaceId, ...activityFilter }))

/** The activity of a workspace as JSON lines, https://jsonlines.org, newest first. */
export function routeActivityExport(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
): void {
  server.get(
    '/v1/activity/export',
    { exposeHeadRoute: false, config: { isStream: true, audience: 'people and keys' } },
    async (request, reply) => {
      const context = contextFor(requireCaller(request))
      const { workspaceId: workspace, ...given } = parse(request.query)
      const filter = readFilter(given)
      await reauthorize(context, String(workspace))
      const { signIn, caller } = context
      signIn.throttle.take({ subject: `activity export of ${caller.userId}`, limit: perPerson })
      return reply
        .type('application/x-ndjson')
        .header('content-disposition', contentDisposition('activity.jsonl'))
        .header('cache-control', 'no-store')
        .send(Readable.from(lines(context, String(workspace), filter)))
    },
  )
}

/** Permissions are checked again for each part, so that the export ends where they end. */
async function* lines(
  context: Context,
  workspace: string,
  filter: ActivityFilter,
): AsyncGenerator<string> {
  let cursor: string | undefined
  do {
    const viewer = await reauthorize(context, workspace)
    const part = { filter, cursor, limit: itemsAtOnce }
    const { items, next } = await readActivity({ ...context, viewer }, part)
    cursor = next
    const text = items.map((item) => `${JSON.stringify(toItem(item))}\n`).join('')
    if (text !== '') yield text
  } while (cursor !== undefined)
}
