import {
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** Signs the state that the client carries from one round to the next. */
export const codec = createRequestStateCodec<{ round: number }>({ key: new Uint8Array(32).fill(7) })

/** Asks the client for one text or one yes. */
function ask(message: string, name: string, type: 'string' | 'boolean' = 'string') {
  const property =
    type === 'string' ? ({ type: 'string' } as const) : ({ type: 'boolean' } as const)
  return inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: property }, required: [name] },
  })
}

function sample(text: string, maxTokens: number) {
  const content = { type: 'text', text } as const
  return inputRequired.createMessage({ messages: [{ role: 'user', content }], maxTokens })
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

function answered({ mcpReq }: ServerContext, ...keys: string[]): boolean {
  return keys.every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing')
}

/** The state the client sent back: the server has verified it, or refused the request. */
function roundOf({ mcpReq }: ServerContext): number {
  return mcpReq.requestState<{ round: number }>()?.round ?? 0
}

/** Tools that need something of the client before they answer, over several requests. */
export function addRoundFixtures(server: McpServer): void {
  addSingleRounds(server)
  addStatefulRounds(server)
  addCapabilityTools(server)
}

function addSingleRounds(server: McpServer): void {
  const rounds: { tool: string; requests: () => InputRequests }[] = [
    {
      tool: 'test_input_required_result_elicitation',
      requests: () => ({ user_name: ask('What is your name?', 'name') }),
    },
    {
      tool: 'test_input_required_result_sampling',
      requests: () => ({ capital_question: sample('What is the capital of France?', 100) }),
    },
    {
      tool: 'test_input_required_result_list_roots',
      requests: () => ({ client_roots: inputRequired.listRoots() }),
    },
    {
      tool: 'test_streaming_elicitation',
      requests: () => ({ user_name: ask('What is your name?', 'name') }),
    },
  ]
  for (const { tool, requests } of rounds) {
    server.registerTool(tool, { description: 'Asks once.' }, async (context) => {
      const inputRequests = requests()
      if (!answered(context, ...Object.keys(inputRequests))) return inputRequired({ inputRequests })
      return said(JSON.stringify(context.mcpReq.inputResponses))
    })
  }
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks for its context.' },
    async (context) => {
      const inputRequests = { user_context: ask('What context should the prompt use?', 'context') }
      if (!answered(context, 'user_context')) return inputRequired({ inputRequests })
      const text = JSON.stringify(context.mcpReq.inputResponses)
      return { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  )
}

function addStatefulRounds(server: McpServer): void {
  for (const tool of [
    'test_input_required_result_request_state',
    'test_input_required_result_tampered_state',
  ]) {
    server.registerTool(tool, { description: 'Keeps a state.' }, async (context) => {
      if (roundOf(context) === 1 && answered(context, 'confirm')) return said('state-ok')
      const inputRequests = { confirm: ask('Please confirm', 'ok', 'boolean') }
      return inputRequired({ inputRequests, requestState: await codec.mint({ round: 1 }) })
    })
  }
  server.registerTool(
    'test_input_required_result_multiple_inputs',
    { description: 'Asks for three things.' },
    async (context) => {
      const inputRequests = {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      }
      if (answered(context, ...Object.keys(inputRequests))) return said('All three')
      return inputRequired({ inputRequests, requestState: await codec.mint({ round: 1 }) })
    },
  )
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks twice.' },
    async (context) => {
      const round = roundOf(context)
      if (round === 2 && answered(context, 'step2')) return said('Both answered')
      const isSecond = round >= 1 && answered(context, 'step1')
      const inputRequests: InputRequests = isSecond
        ? { step2: ask('Step 2: What is your favorite color?', 'color') }
        : { step1: ask('Step 1: What is your name?', 'name') }
      const requestState = await codec.mint({ round: isSecond ? 2 : 1 })
      return inputRequired({ inputRequests, requestState })
    },
  )
}

function addCapabilityTools(server: McpServer): void {
  const declared = () => server.server.getClientCapabilities() ?? {}
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks only for what the client can do.' },
    async (context) => {
      const requests: InputRequests = {
        ...(declared().sampling === undefined ? {} : { capital: sample('Which capital?', 50) }),
        ...(declared().elicitation === undefined ? {} : { user_name: ask('Which name?', 'name') }),
      }
      if (answered(context, ...Object.keys(requests))) return said('Answered')
      return inputRequired({ inputRequests: requests })
    },
  )
  server.registerTool(
    'test_missing_capability',
    { description: 'Needs a client that samples.' },
    async () => inputRequired({ inputRequests: { capital: sample('Which capital?', 50) } }),
  )
}
