import { t } from '../messages.ts'

export type Snippet = { id: string; client: string; hint: string; code: string }

/** The configuration of clients for this server; people put in their own key. */
export function snippetsFor(origin: string, key = 'svc_YourKey'): Snippet[] {
  const url = `${origin}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  const json = (value: object) => JSON.stringify(value, null, 2)
  return [
    {
      id: 'claude-code',
      client: 'Claude Code',
      hint: t.claudeCode,
      code: `claude mcp add --transport http quire "${url}" --header "Authorization: Bearer ${key}"`,
    },
    {
      id: 'cursor',
      client: 'Cursor',
      hint: t.cursor,
      code: json({ mcpServers: { quire: { url, headers } } }),
    },
    {
      id: 'vscode',
      client: 'VS Code',
      hint: t.vscode,
      code: json({ servers: { quire: { type: 'http', url, headers } } }),
    },
    {
      id: 'other',
      client: t.other,
      hint: t.otherHint,
      code: json({ mcpServers: { quire: { type: 'http', url, headers } } }),
    },
  ]
}
