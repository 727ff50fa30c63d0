import { McpServer, ResourceTemplate, fromJsonSchema } from '@modelcontextprotocol/server'
import { addRoundFixtures, codec } from './round-fixtures.ts'

/** One red pixel, and a WAV file without sound. */
const image =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const audio = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

/**
 * What the conformance suite wants to find on a server under test, by its names. Served through Quire's
 * own transport in place of Quire's tools, so that the suite's whole required set can be run on it.
 */
export async function buildFixtures(): Promise<McpServer> {
  const server = new McpServer(
    { name: 'quire-fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  )
  addContentTools(server)
  addSpeakingTools(server)
  addSchemaTool(server)
  addResources(server)
  addPrompts(server)
  addRoundFixtures(server)
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}

function addContentTools(server: McpServer): void {
  const picture = { type: 'image', data: image, mimeType: 'image/png' } as const
  const text = (value: string) => ({ type: 'text', text: value }) as const
  server.registerTool('test_simple_text', { description: 'Gives a text.' }, async () => ({
    content: [text('This is a simple text response for testing.')],
  }))
  server.registerTool('test_image_content', { description: 'Gives an image.' }, async () => ({
    content: [picture],
  }))
  server.registerTool('test_audio_content', { description: 'Gives a sound.' }, async () => ({
    content: [{ type: 'audio', data: audio, mimeType: 'audio/wav' }],
  }))
  server.registerTool('test_embedded_resource', { description: 'Gives a resource.' }, async () => ({
    content: [
      {
        type: 'resource',
        resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'Embedded.' },
      },
    ],
  }))
  server.registerTool(
    'test_multiple_content_types',
    { description: 'Gives three kinds of content.' },
    async () => {
      const uri = 'test://mixed-content-resource'
      const resource = { uri, mimeType: 'application/json', text: '{"test":"data","value":123}' }
      return { content: [text('Three kinds:'), picture, { type: 'resource', resource }] }
    },
  )
  server.registerTool('test_error_handling', { description: 'Fails.' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

/** Tools that say something before their result. */
function addSpeakingTools(server: McpServer): void {
  const done = (text: string) => ({ content: [{ type: 'text', text }] as const })
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells progress.' },
    async (context) => {
      const { progressToken = 0 } = context.mcpReq._meta ?? {}
      for (const progress of [0, 50, 100]) {
        const params = { progressToken, progress, total: 100 }
        await context.mcpReq.notify({ method: 'notifications/progress', params })
      }
      return { content: [...done(String(progressToken)).content] }
    },
  )
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Logs.' }, async (context) => {
      await context.mcpReq.log('info', 'Tool execution started')
      await context.mcpReq.log('info', 'Tool execution completed')
      return { content: [...done('Logged').content] }
    })
  }
}

/** A schema with what JSON Schema 2020-12 has beyond its elders. */
function addSchemaTool(server: McpServer): void {
  const given = { type: 'string' } as const
  const inputSchema = fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: given, city: given },
      },
    },
    properties: {
      name: given,
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: given,
      email: given,
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  })
  const description = 'Takes a rich schema.'
  server.registerTool('json_schema_2020_12_tool', { description, inputSchema }, async () => ({
    content: [{ type: 'text', text: 'ok' }],
  }))
}

function addResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'A text.', mimeType: 'text/plain' },
    async ({ href }) => ({
      contents: [{ uri: href, mimeType: 'text/plain', text: 'Static text.' }],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'An image.', mimeType: 'image/png' },
    async ({ href }) => ({ contents: [{ uri: href, mimeType: 'image/png', blob: image }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Data by its id.', mimeType: 'application/json' },
    async ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id }) }],
    }),
  )
}

function addPrompts(server: McpServer): void {
  const say = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const
  const strings = (...names: string[]) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
    })
  server.registerPrompt('test_simple_prompt', { description: 'Takes nothing.' }, async () => ({
    messages: [say('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Takes two texts.', argsSchema: strings('arg1', 'arg2') },
    async ({ arg1, arg2 }) => ({
      messages: [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Embeds a resource.', argsSchema: strings('resourceUri') },
    async ({ resourceUri = '' }) => {
      const resource = { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded.' }
      const embedded = { role: 'user', content: { type: 'resource', resource } } as const
      return { messages: [embedded, say('Process the resource above.')] }
    },
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Shows an image.' }, async () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: image, mimeType: 'image/png' } },
      say('Look at the image above.'),
    ],
  }))
}
