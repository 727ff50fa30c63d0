import { Type } from '../../lib/json/type.ts'
import { pageFields } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { timeZone } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const none = 'The list of tools is full; agents call the REST operation.'
// The first answer of the server does without them.
const loadTemplates = () => import('../../domain/templates/templates.ts')
const loadCreation = () => import('../../domain/templates/create.ts')

const sectionId = Type.Optional(
  fields.idOrNull('ID of the page below which this applies. Null or omitted is the workspace.'),
)

export const list = operation({
  method: 'POST',
  path: '/v1/templates/list',
  summary: 'List templates',
  description:
    'Returns the templates that you can read, by title. With `parentId`, those offered for new pages there: of the page, of the pages above it and of the workspace.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(
      fields.idOrNull('ID of the page above new pages. Null is the top level.'),
    ),
  }),
  output: Type.Object({
    templates: Type.Array(
      Type.Object({
        ...fields.pageLine,
        sectionId: fields.idOrNull(
          'ID of the page below which it is offered. Null is the workspace.',
        ),
      }),
    ),
    defaultId: fields.idOrNull(
      'ID of the template that the app uses for new pages. Null without one that you can read.',
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, parentId: exampleIds.parent },
  tool: {
    name: 'list_templates',
    description: 'Templates for a new page below a page, or in the workspace.',
    effect: 'reads',
    listsPages: true,
    group: 'knowledge',
  },
  run: async (context, { parentId }) => {
    const { listTemplates } = await loadTemplates()
    return listTemplates(context, parentId)
  },
})

export const add = operation({
  method: 'POST',
  path: '/v1/templates/add',
  summary: 'Offer a page as a template',
  description:
    'Makes a page a template, below a page or in the workspace. You need the level write on both pages. The page stays where it is; those who can read it can create pages from it.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId, sectionId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, pageId: exampleIds.page },
  tool: { none },
  run: async (context, { pageId: id, sectionId: section = null }) => {
    const { addTemplate } = await loadTemplates()
    await addTemplate(context, { pageId: id, sectionId: section })
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/v1/templates/remove',
  summary: 'Stop offering a template',
  description: 'Makes a template an ordinary page. You need the level write on the page.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, pageId: exampleIds.page },
  tool: { none },
  run: async (context, input) => {
    const { removeTemplate } = await loadTemplates()
    await removeTemplate(context, input)
    return fields.done
  },
})

export const setDefault = operation({
  method: 'POST',
  path: '/v1/templates/set-default',
  summary: 'Set the default template',
  description:
    'Sets the template that the app uses for new pages below a page, or in the workspace. You need the level manage on the page, or the role OWNER or ADMIN for the workspace. `/v1/pages/create` does not use it.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    sectionId,
    templateId: fields.idOrNull(
      'ID of a template that is offered there. Null removes the default.',
    ),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    sectionId: exampleIds.parent,
    templateId: exampleIds.template,
  },
  tool: { none },
  run: async (context, { sectionId: section = null, templateId }) => {
    const { setDefaultTemplate } = await loadTemplates()
    await setDefaultTemplate(context, { sectionId: section, templateId })
    return fields.done
  },
})

export const createPage = operation({
  method: 'POST',
  path: '/v1/templates/create-page',
  summary: 'Create a page from a template',
  description:
    'Creates a page with the body, properties, icon and files of a template, as the last child of its parent. Placeholders outside of code are filled in: `{{title}}`, `{{date}}`, `{{date:+7}}`, `{{year}}`, `{{month}}`, `{{day}}`, `{{week}}`, `{{time}}`, `{{author}}`, `{{parent}}` and `{{cursor}}`.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    templateId: fields.id('ID of the template.'),
    parentId: Type.Optional(
      fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: pageFields.title.maxLength,
        description: 'Omit to use the title of the template, with its placeholders filled in.',
      }),
    ),
    timeZone,
  }),
  output: Type.Object({
    pageId,
    cursor: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Position of `{{cursor}}` in the new document. Null without one.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: {
    workspaceId: exampleIds.workspace,
    templateId: exampleIds.template,
    parentId: exampleIds.parent,
    title: 'Meeting on Monday',
    timeZone: 'Europe/Berlin',
  },
  tool: {
    name: 'create_page_from_template',
    description: 'Create a page from a template.',
    effect: 'adds',
    group: 'knowledge',
    answer: 'page',
  },
  run: async (context, { parentId = null, title, timeZone: zone = 'UTC', ...input }) => {
    const { createFromTemplate } = await loadCreation()
    return createFromTemplate(context, { ...input, parentId, title, timeZone: zone })
  },
})

export const fillIn = operation({
  method: 'POST',
  path: '/v1/templates/fill',
  summary: 'Fill in a template',
  description:
    'Returns the body and properties of a template with its placeholders filled in, for a page that exists. Changes nothing.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    templateId: fields.id('ID of the template.'),
    parentId: Type.Optional(
      fields.idOrNull('ID of the page above the page. Null or omitted means the top level.'),
    ),
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: pageFields.title.maxLength,
        description: 'Title of the page.',
      }),
    ),
    timeZone,
  }),
  output: Type.Object({
    content: fields.tiptap,
    properties: fields.textOrNull('YAML of the properties. Null without properties.'),
    fileIds: Type.Array(fields.fileId, { description: 'Files to attach to the page.' }),
    cursor: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Position of `{{cursor}}` in the document. Null without one.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    templateId: exampleIds.template,
    title: 'Meeting on Monday',
  },
  tool: { none },
  run: async (context, { parentId = null, title, timeZone: zone = 'UTC', ...input }) => {
    const { fillTemplate } = await loadCreation()
    return fillTemplate(context, { ...input, parentId, title, timeZone: zone })
  },
})
