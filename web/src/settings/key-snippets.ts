export type Snippet = { name: string; note: string; text: string }

/** How a new key is used, ready to paste. */
export function snippetsFor(origin: string, key: string): [Snippet, ...Snippet[]] {
  return [
    {
      name: 'curl',
      note: 'Lists the workspaces that the key may use.',
      text: `curl -sS ${origin}/v1/workspaces \\\n  -H 'Authorization: Bearer ${key}'`,
    },
    {
      name: 'TypeScript',
      note: 'With the typed client from the folder client/ of Quire.',
      text: `import { createClient } from './client/index.ts'

const quire = createClient({
  baseUrl: '${origin}',
  apiKey: '${key}',
})
const { workspaces } = await quire.workspaces.list()`,
    },
    {
      name: 'Claude Code',
      note: 'Run in the folder of your project.',
      text: `claude mcp add --transport http quire "${origin}/mcp" \\\n  --header "Authorization: Bearer ${key}"`,
    },
    {
      name: 'MCP',
      note: 'For Cursor and other clients that take this form.',
      text: JSON.stringify(
        {
          mcpServers: {
            quire: { url: `${origin}/mcp`, headers: { Authorization: `Bearer ${key}` } },
          },
        },
        undefined,
        2,
      ),
    },
  ]
}
