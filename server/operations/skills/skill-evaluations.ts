import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { evaluation, outcome, toEvaluation, version } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const one = { workspaceId: exampleIds.workspace, pageId: exampleIds.skill }
// The first answer of the server does without it.
const loadEvaluations = () => import('../../domain/skills/use/evaluations.ts')

export const report = operation({
  method: 'POST',
  path: '/v1/skills/report-evaluation',
  summary: 'Report the result of an evaluation',
  description:
    'Stores how a published version of a skill or agent did in an evaluation. The newest 200 results of each version are kept. You need the level comment on the page.',
  access: 'comment',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    version: { ...version, description: 'Number of the published version that was evaluated.' },
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Name of the case or suite.',
    }),
    outcome,
    score: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'From 0 to 1. Required with the outcome `scored`.',
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'What was noticed.' })),
    model: Type.Optional(
      Type.String({ maxLength: 100, description: 'The model that followed the skill.' }),
    ),
  }),
  output: Type.Object({ evaluationId: fields.id('ID of the result.') }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { ...one, version: 1, name: 'Short texts', outcome: 'passed' },
  tool: {
    name: 'report_skill_evaluation',
    description: 'Report how a published version of a skill did in an evaluation.',
    effect: 'adds',
    group: 'skills',
  },
  run: async (context, input) => {
    const { reportEvaluation } = await loadEvaluations()
    return { evaluationId: await reportEvaluation(context, input) }
  },
})

export const list = operation({
  method: 'POST',
  path: '/v1/skills/evaluations',
  summary: 'List results of evaluations',
  description:
    'Returns the reported results of a skill or agent, newest first: of one version, or of all that you can read.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId,
    version: Type.Optional(version),
    limit: fields.limit,
    offset: fields.offset,
  }),
  output: Type.Object({ evaluations: Type.Array(evaluation) }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: one,
  tool: { none: 'Agents read the newest result with list_skill_versions.' },
  run: async (context, { limit = 50, offset = 0, ...input }) => {
    const { listEvaluations } = await loadEvaluations()
    const found = await listEvaluations(context, { ...input, limit, offset })
    return { evaluations: found.map(toEvaluation) }
  },
})
