import { Type } from '../../lib/json/type.ts'
import { pageFields } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { timeZone } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const none = 'The list of tools is full; agents call the REST operation.'
// The first answer of the server does without it.
const loadDaily = () => import('../../domain/templates/daily.ts')

const subject = {
  workspaceId,
  sectionId: Type.Optional(
    fields.idOrNull(
      'ID of the page whose daily pages are meant. Null or omitted is the workspace.',
    ),
  ),
}

const parent = fields.idOrNull(
  'ID of the page under which daily pages are created. Null is the section itself, or the top level.',
)
const title = Type.String({
  minLength: 1,
  maxLength: pageFields.title.maxLength,
  description: 'Title with placeholders, such as `{{year}}-{{month}}-{{day}}`.',
})
const template = fields.idOrNull('ID of the template of daily pages. Null is an empty page.')

export const open = operation({
  method: 'POST',
  path: '/v1/pages/daily',
  summary: 'Open the page of a day',
  description:
    'Returns the daily page of a section or of the workspace, and creates it with the first call of the day. Simultaneous calls return the same page. You need the level write where daily pages are created.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    ...subject,
    date: Type.Optional(
      Type.String({
        format: 'date',
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description: 'Another day than today.',
      }),
    ),
    timeZone,
  }),
  output: Type.Object({
    pageId,
    date: Type.String({ description: 'The day, as an ISO date.' }),
    isNew: Type.Boolean({ description: 'Whether this call created the page.' }),
    cursor: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Position of `{{cursor}}` in a new page. Null without one.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: { workspaceId: exampleIds.workspace, timeZone: 'Europe/Berlin' },
  tool: {
    name: 'get_daily_page',
    description: 'The page of a day, which is created if there is none.',
    effect: 'sets',
    group: 'knowledge',
    answer: 'page',
  },
  run: async (context, { sectionId = null, timeZone: zone = 'UTC', ...input }) => {
    const { openDailyPage } = await loadDaily()
    return openDailyPage(context, { ...input, sectionId, timeZone: zone })
  },
})

export const settings = operation({
  method: 'POST',
  path: '/v1/daily-pages/settings',
  summary: 'Get the settings of daily pages',
  description:
    'Returns where daily pages of a section or of the workspace are created, and how. Pages that you cannot read are null.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object(subject),
  output: Type.Object({ parentId: parent, title, templateId: template }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, { sectionId = null, ...input }) => {
    const { getDailySettings } = await loadDaily()
    return getDailySettings(context, { ...input, sectionId })
  },
})

export const setSettings = operation({
  method: 'POST',
  path: '/v1/daily-pages/set-settings',
  summary: 'Change the settings of daily pages',
  description:
    'Sets where daily pages of a section or of the workspace are created, and how. You need the level manage on the page, or the role OWNER or ADMIN for the workspace. Without `title`, resets the settings.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    ...subject,
    parentId: Type.Optional(parent),
    title: Type.Optional(title),
    templateId: Type.Optional(template),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    parentId: exampleIds.parent,
    title: '{{date}}',
  },
  tool: { none },
  run: async (context, { sectionId = null, parentId = null, templateId = null, ...input }) => {
    const { workspaceId: id, title: format } = input
    const settings = format === undefined ? null : { parentId, title: format, templateId }
    const { setDailySettings } = await loadDaily()
    await setDailySettings(context, { workspaceId: id, sectionId }, settings)
    return fields.done
  },
})
