import { Type } from 'typebox'
import { version } from '../../lib/version.ts'
import { operation } from '../operation.ts'

export const health = operation({
  method: 'GET',
  path: '/healthz',
  summary: 'Say whether the server is up',
  description:
    'Answers `ok` as long as the process answers at all. For load balancers and monitors.',
  access: 'public',
  audience: 'keys',
  input: Type.Object({}),
  output: Type.Object({ status: Type.Literal('ok') }),
  errors: [],
  example: {},
  tool: { none: 'Monitors ask it; an agent that is answered at all knows.' },
  run: async () => ({ status: 'ok' as const }),
})

export const meta = operation({
  method: 'GET',
  path: '/v1/meta',
  summary: 'Tell the version and the other addresses',
  description: 'The version of the server, and the paths of the MCP server and of this page.',
  access: 'public',
  audience: 'people and keys',
  input: Type.Object({}),
  output: Type.Object({
    version: Type.String({ description: '`<major>.<minor>.<patch>`' }),
    mcpEndpoint: Type.String({ description: 'A path.' }),
    docs: Type.String({ description: 'A path.' }),
  }),
  errors: [],
  example: {},
  tool: { none: 'It tells where the MCP server is, and the MCP server tells its own version.' },
  run: async () => ({ version, mcpEndpoint: '/mcp', docs: '/docs' }),
})
