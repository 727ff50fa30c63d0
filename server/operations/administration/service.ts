import { Type } from '../../lib/json/type.ts'
import { version } from '../../lib/version.ts'
import { operation } from '../operation.ts'

export const health = operation({
  method: 'GET',
  path: '/healthz',
  summary: 'Check that the server is up',
  description: 'Returns `ok` while the process is running. For load balancers and monitors.',
  access: 'public',
  audience: 'keys',
  input: Type.Object({}),
  output: Type.Object({ status: Type.Literal('ok') }),
  errors: [],
  example: {},
  tool: { none: 'Health checks are for monitors, not for agents.' },
  run: async () => ({ status: 'ok' as const }),
})

export const meta = operation({
  method: 'GET',
  path: '/v1/meta',
  summary: 'Get the version and the paths of the MCP server and the docs',
  description:
    'Returns the server version, the path of the MCP server and the path of the API docs.',
  access: 'public',
  audience: 'people and keys',
  input: Type.Object({}),
  output: Type.Object({
    version: Type.String({ description: '`<major>.<minor>.<patch>`' }),
    mcpEndpoint: Type.String({ description: 'Path of the MCP server.' }),
    docs: Type.String({ description: 'Path of the API docs.' }),
  }),
  errors: [],
  example: {},
  tool: { none: 'An MCP client already has the address and the version.' },
  run: async () => ({ version, mcpEndpoint: '/mcp', docs: '/docs' }),
})
