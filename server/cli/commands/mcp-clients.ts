/** What one client wants to be told, and where a person puts it. */
export type Client = {
  title: string
  /** A file, a command line or a place in settings. */
  where: string
  /** For highlighting in documents. */
  language: 'json' | 'toml' | 'sh'
  snippet: (address: string, key: string) => string
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
const json = (value: object): string => JSON.stringify(value, undefined, 2)
const isPlainHttp = (address: string): boolean =>
  /^http:\/\/(?!localhost|127\.|\[::1\])/.test(address)

/** The clients Quire knows the settings of, by the name `quire mcp config --client` takes. */
export const clients = {
  'claude-code': {
    title: 'Claude Code',
    where: 'Run in the folder of your project:',
    language: 'sh',
    snippet: (address, key) =>
      `claude mcp add --transport http quire "${address}" --header "Authorization: Bearer ${key}"`,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    where:
      'Settings, Developer, Edit Config (claude_desktop_config.json); needs Node on that computer:',
    language: 'json',
    snippet: (address, key) => {
      const insecure = isPlainHttp(address) ? ['--allow-http'] : []
      const header = ['--header', 'Authorization:${QUIRE_AUTHORIZATION}']
      const env = { QUIRE_AUTHORIZATION: `Bearer ${key}` }
      const args = ['-y', 'mcp-remote', address, ...header, ...insecure]
      return json({ mcpServers: { quire: { command: 'npx', args, env } } })
    },
  },
  cursor: {
    title: 'Cursor',
    where: '~/.cursor/mcp.json, or .cursor/mcp.json in a project:',
    language: 'json',
    snippet: (url, key) => json({ mcpServers: { quire: { url, headers: bearer(key) } } }),
  },
  vscode: {
    title: 'VS Code',
    where: '.vscode/mcp.json in a project, or "MCP: Open User Configuration":',
    language: 'json',
    snippet: (url, key) =>
      json({ servers: { quire: { type: 'http', url, headers: bearer(key) } } }),
  },
  codex: {
    title: 'Codex',
    where: '~/.codex/config.toml:',
    language: 'toml',
    snippet: (address, key) =>
      [
        '[mcp_servers.quire]',
        `url = "${address}"`,
        `http_headers = { "Authorization" = "Bearer ${key}" }`,
      ].join('\n'),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    where: '~/.gemini/settings.json:',
    language: 'json',
    snippet: (httpUrl, key) => json({ mcpServers: { quire: { httpUrl, headers: bearer(key) } } }),
  },
  windsurf: {
    title: 'Windsurf',
    where: '~/.codeium/windsurf/mcp_config.json:',
    language: 'json',
    snippet: (serverUrl, key) =>
      json({ mcpServers: { quire: { serverUrl, headers: bearer(key) } } }),
  },
  zed: {
    title: 'Zed',
    where: 'settings.json ("zed: open settings file"):',
    language: 'json',
    snippet: (url, key) => json({ context_servers: { quire: { url, headers: bearer(key) } } }),
  },
  opencode: {
    title: 'opencode',
    where: 'opencode.json:',
    language: 'json',
    snippet: (url, key) =>
      json({ mcp: { quire: { type: 'remote', url, headers: bearer(key), enabled: true } } }),
  },
  cline: {
    title: 'Cline',
    where: 'MCP Servers, Configure (cline_mcp_settings.json):',
    language: 'json',
    snippet: (url, key) =>
      json({ mcpServers: { quire: { type: 'streamableHttp', url, headers: bearer(key) } } }),
  },
  openai: {
    title: 'OpenAI Responses API',
    where: 'Among the `tools` of a request; the address must be reachable from the internet:',
    language: 'json',
    snippet: (address, key) =>
      json({
        type: 'mcp',
        server_label: 'quire',
        server_url: address,
        headers: bearer(key),
        require_approval: 'always',
      }),
  },
  other: {
    title: 'Any other client',
    where: 'Most clients take this form, in a file of their own:',
    language: 'json',
    snippet: (url, key) =>
      json({ mcpServers: { quire: { type: 'http', url, headers: bearer(key) } } }),
  },
  curl: {
    title: 'No client at all',
    where: 'To see whether it answers:',
    language: 'sh',
    snippet: (address, key) =>
      [
        `curl "${address}" \\`,
        `  -H "Authorization: Bearer ${key}" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
      ].join('\n'),
  },
} as const satisfies Record<string, Client>

export type ClientName = keyof typeof clients
