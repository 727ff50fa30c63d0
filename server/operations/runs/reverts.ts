import { revertActions, stayReasons } from '../../domain/reverts/effects.ts'
import type { RevertPreview } from '../../domain/reverts/reverts.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { run, toRun } from './fields.ts'
import { toPage, toLocations, toTarget } from './revert-fields.ts'

const { exampleIds, workspaceId } = fields
// Not every server reverts runs.
const loadReverts = () => import('../../domain/reverts/reverts.ts')
const loadNames = () => import('../../domain/reverts/named-pages.ts')

const target = {
  workspaceId,
  runId: Type.Optional(fields.id('ID of the run to revert. Omit it to use `keyId` and `since`.')),
  keyId: Type.Optional(fields.id('ID of the API key whose changes to revert. Requires `since`.')),
  since: Type.Optional(fields.instant),
}

const takeBack = Type.Optional(
  Type.Array(
    Type.Object({
      pageId: fields.pageId,
      locations: Type.Array(Type.String({ maxLength: 40 }), {
        maxItems: 100,
        description: '`location` of texts in `remaining`.',
      }),
    }),
    {
      maxItems: 1000,
      description:
        'Corrected texts to replace with the text before the run. A text that changed since the preview stays as it is.',
    },
  ),
)

const counts = Type.Object({
  blocks: Type.Integer(),
  headings: Type.Integer(),
  tasks: Type.Integer(),
  words: Type.Integer(),
})

const page = Type.Object({
  id: fields.pageId,
  title: Type.String(),
  actions: Type.Array(fields.oneOf(revertActions, 'What the revert does on the page.')),
  summary: Type.Union([Type.Object({ added: counts, removed: counts }), Type.Null()], {
    description: 'What the text gains and loses. Null if it stays.',
  }),
  remaining: Type.Array(
    Type.Object({
      text: Type.String(),
      reason: fields.oneOf(
        ['inside', 'copied', 'corrected'],
        'Whether others wrote the text inside of text of the run, copied it from there, or wrote it instead of a word of the run. For `corrected`, `text` is empty where they deleted the word.',
      ),
      userId: fields.textOrNull('ID of the person who wrote or copied it. Null if unknown.'),
      by: Type.Unsafe<{ id: string; firstName: string; lastName: string } | null>({
        ...fields.person,
        type: ['object', 'null'],
      }),
      before: Type.Optional(
        Type.String({
          description:
            'For `corrected`: the text before the run. It returns only if you list its `location` in `takeBack`. For the level of a heading or another attribute of a block, a line of Markdown without `location`.',
        }),
      ),
      location: Type.Optional(
        Type.String({ description: 'For `corrected`: ID of the text, for `takeBack`.' }),
      ),
    }),
    { description: 'Text that stays because it is the work of others.' },
  ),
  stays: Type.Array(fields.oneOf(stayReasons, 'Why something on the page stays.')),
  isApproximate: Type.Boolean({
    description:
      'Whether what the run wrote was found by comparing versions, because its changes are no longer stored.',
  }),
})

const part = {
  pages: Type.Array(page),
  total: Type.Integer({
    description: 'Number of pages with changes of the run that you can read.',
  }),
  next: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Send it as `offset` for the next part. Null after the last one.',
  }),
}

const cannotUndo = Type.Object(
  {
    webhookDeliveries: Type.Integer({ description: 'Deliveries to webhooks that succeeded.' }),
    notifiesChats: Type.Boolean({ description: 'Whether chats may have been notified.' }),
    mentions: Type.Integer({ description: 'Mentions in comments, which can send emails.' }),
    deletedComments: Type.Integer(),
    editedComments: Type.Integer(),
    deletedFiles: Type.Integer(),
    uploadedFiles: Type.Integer({ description: 'They stay in the files of the workspace.' }),
    purgedPages: Type.Integer({ description: 'Permanently deleted pages.' }),
    permissions: Type.Integer({ description: 'Changes to permissions.' }),
  },
  { description: 'What stays as it is, in numbers.' },
)

function toRuns(runs: RevertPreview['runs']) {
  return runs.map(({ id, userId, keyId, client, startedAt, lastAt }) => ({
    userId,
    startedAt: toIso(startedAt),
    lastAt: toIso(lastAt),
    run: toRun({ runId: id, runKeyId: keyId, runClient: client }),
  }))
}

export const preview = operation({
  method: 'POST',
  path: '/v1/runs/preview-revert',
  summary: 'Preview the revert of a run',
  description:
    'Returns what `/v1/runs/revert` would do on each page, and what it cannot undo. Changes nothing.',
  access: 'write',
  audience: 'people and keys',
  input: Type.Object({ ...target, takeBack, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({
    runs: Type.Array(
      Type.Object({
        run,
        userId: Type.String(),
        startedAt: fields.instant,
        lastAt: fields.instant,
      }),
      { description: 'The last 500 runs, oldest first.' },
    ),
    ...part,
    renamedFiles: Type.Integer({ description: 'Files that get their former name.' }),
    cannotUndo,
  }),
  errors: ['RUN_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, runId: exampleIds.run },
  tool: { none: 'The tool revert_run has a preview, with dryRun.' },
  run: async (context, { limit = 50, offset = 0, takeBack: taken = [], ...input }) => {
    const { previewRevert } = await loadReverts()
    const part = { limit, offset, takeBack: toLocations(taken) }
    const revert = await previewRevert(context, toTarget(input), part)
    const { namePages } = await loadNames()
    const pages = await namePages(context, revert.pages)
    return { ...revert, runs: toRuns(revert.runs), pages: pages.map(toPage) }
  },
})

export const create = operation({
  method: 'POST',
  path: '/v1/runs/revert',
  summary: 'Revert a run',
  description:
    'Undoes a run, or everything that an API key changed since a time. Created pages go to the trash, deleted and moved pages return, texts lose what the run wrote and regain what it removed. Later changes by others stay, also where they corrected a word of the run. People revert their own runs and those of their keys, owners and admins all, and a key reverts its own. The revert is a run too, so that it can be reverted. Large runs take several calls: repeat with `offset` until `next` is null.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    ...target,
    except: Type.Optional(
      Type.Array(fields.pageId, { maxItems: 1000, description: 'Pages that stay as they are.' }),
    ),
    takeBack,
    offset: fields.offset,
  }),
  output: Type.Object({
    runId: fields.id('ID of the run of this revert.'),
    takeBackRunId: Type.Optional(
      fields.id('ID of the run of `takeBack`, if it changed something. You can revert it too.'),
    ),
    ...part,
  }),
  errors: ['RUN_NOT_FOUND', 'BUSY'],
  example: { workspaceId: exampleIds.workspace, runId: exampleIds.run },
  tool: {
    name: 'revert_run',
    group: 'runs',
    description:
      'Undo everything one of your own runs changed. Later edits by others stay; takeBack lists the corrections in remaining to replace with the text before the run. Repeat with offset until next is null.',
    effect: 'edits',
  },
  run: async (context, { except = [], takeBack: taken = [], offset = 0, ...input }) => {
    const { revertRun } = await loadReverts()
    const request = { except, offset, takeBack: toLocations(taken) }
    const { takeBackRunId, ...reverted } = await revertRun(context, toTarget(input), request)
    const { namePages } = await loadNames()
    const pages = await namePages(context, reverted.pages)
    return { ...reverted, ...(takeBackRunId && { takeBackRunId }), pages: pages.map(toPage) }
  },
})
