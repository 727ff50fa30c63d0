/** As much of the library as the tests use: it brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Details = { uid: string; params: Record<string, unknown>; grantId?: string }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: object,
    ): Promise<void>
    Grant: new (properties: { accountId: string; clientId: unknown }) => {
      addOIDCScope: (scope: string) => void
      save: () => Promise<string>
    }
  }
}
