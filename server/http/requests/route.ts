import type { FastifyInstance, FastifyRequest } from 'fastify'

type Route = FastifyRequest['routeOptions']

declare module 'fastify' {
  interface FastifyRequest {
    route: Route | undefined
  }
}

export function registerRoutes(server: FastifyInstance): void {
  server.decorateRequest('route', undefined)
}

/** The route that a request was found to ask for. Fastify makes the object anew each time it is asked. */
export function routeOf(request: FastifyRequest): Route {
  return (request.route ??= request.routeOptions)
}
