import type { FastifyInstance } from 'fastify'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Says nothing about the page: whether it exists is for members to know. */
const shell = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quire</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem }
</style>
<h1>Quire</h1>
<p>This page is kept in a Quire workspace. The web application is not part of this version yet:
read it through the <a href="/docs">API</a> with a key of yours.</p>
</html>
`

/** Addresses a person opens in a browser, until the web application takes them over. */
export function routeShell(server: FastifyInstance): void {
  server.get('/', { config: { open: true } }, (_request, reply) => reply.redirect('/docs', 302))

  server.get<{ Params: { workspaceId: string; pageId: string } }>(
    '/workspaces/:workspaceId/pages/:pageId',
    { config: { open: true } },
    (request, reply) => reply.redirect(`/pages/${encodeURIComponent(request.params.pageId)}`, 302),
  )

  server.get('/pages/:pageId', { config: { open: true } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .send(shell),
  )
}
