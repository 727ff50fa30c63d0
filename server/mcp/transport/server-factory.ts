import type { McpServer, Server } from '@modelcontextprotocol/server'
import type { McpRequest } from './request.ts'

/** Creates the server for one request; tests replace it. */
export type ServerFactory = (mcpRequest: McpRequest) => Promise<Server | McpServer>
