import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Pages of the app show nothing without an account, and the addresses of share links are secrets. */
const robots = 'User-agent: *\nAllow: /sites/\nDisallow: /\n'

/** Says to crawlers and agents which addresses of the server are for them, without a name of a site or workspace. */
export function routeCrawlers(
  server: FastifyInstance,
  { publicUrl = '' }: Pick<Config, 'publicUrl'>,
): void {
  const config = { open: true }
  server.get('/robots.txt', { config }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots),
  )
  server.get('/llms.txt', { config }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(publicUrl)),
  )
}

/** https://llmstxt.org */
function llmsText(origin: string): string {
  return `# Quire

> A workspace of notes for people and agents. Its pages need an account or an API key, except published sites, which have an llms.txt of their own.

## Interfaces

- [REST API](${origin}/docs/json): every operation as an OpenAPI document
- [Reference of the API](${origin}/docs)
- [MCP](${origin}/mcp): tools for agents, over HTTP with an API key
- [Skills](${origin}/.well-known/agent-skills/index.json): the public skills of this server
`
}
