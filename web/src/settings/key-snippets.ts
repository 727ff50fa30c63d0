import { keyTexts as t } from './messages.ts'

export type Snippet = { name: string; note: string; text: string }

/** Ways to use a new key, ready to paste. */
export function snippetsFor(origin: string, key: string): [Snippet, ...Snippet[]] {
  return [
    {
      name: 'curl',
      note: t.curlNote,
      text: `curl -sS ${origin}/v1/workspaces \\\n  -H 'Authorization: Bearer ${key}'`,
    },
    {
      name: 'TypeScript',
      note: t.typescriptNote,
      text: `import { createClient } from './client/index.ts'

const quire = createClient({
  baseUrl: '${origin}',
  apiKey: '${key}',
})
const { workspaces } = await quire.workspaces.list()`,
    },
    {
      name: 'Claude Code',
      note: t.claudeCodeNote,
      text: `claude mcp add --transport http quire "${origin}/mcp" \\\n  --header "Authorization: Bearer ${key}"`,
    },
    {
      name: 'MCP',
      note: t.mcpNote,
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
