export type Snippet = { id: string; client: string; where: string; code: string }

/** What a client needs to reach this server; the key is the person's to put in. */
export function snippetsFor(origin: string, key = 'svc_YourKey'): Snippet[] {
  const url = `${origin}/mcp`
  const headers = { Authorization: `Bearer ${key}` }
  const json = (value: object) => JSON.stringify(value, null, 2)
  return [
    {
      id: 'claude-code',
      client: 'Claude Code',
      where: 'Run in the folder of your project.',
      code: `claude mcp add --transport http quire "${url}" --header "Authorization: Bearer ${key}"`,
    },
    {
      id: 'cursor',
      client: 'Cursor',
      where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project.',
      code: json({ mcpServers: { quire: { url, headers } } }),
    },
    {
      id: 'vscode',
      client: 'VS Code',
      where: '.vscode/mcp.json in a project, or “MCP: Open User Configuration”.',
      code: json({ servers: { quire: { type: 'http', url, headers } } }),
    },
    {
      id: 'other',
      client: 'Other',
      where: 'Most clients take this form, in a file of their own.',
      code: json({ mcpServers: { quire: { type: 'http', url, headers } } }),
    },
  ]
}
