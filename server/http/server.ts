import { fastify, type FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { createAuthenticator } from '../domain/people/api-keys.ts'
import { createSessionReader } from '../domain/people/sign-in/sessions.ts'
import { createStoreProbe } from '../domain/readiness.ts'
import { newId } from '../lib/ids.ts'
import { keepToTls, markAnswer } from './answers.ts'
import { routeChanges } from './changes.ts'
import { routeDownloads } from './downloads.ts'
import { sendError } from './errors.ts'
import { routeFiles } from './files.ts'
import { identifyCallers, refuseStrangers } from './identity/authentication.ts'
import { routeOidc } from './identity/oidc.ts'
import { takeCookies } from './identity/session-cookie.ts'
import { measure } from './metrics.ts'
import { routeDocs } from './openapi/docs.ts'
import { routeOperations } from './operations.ts'
import { routeReadiness } from './readiness.ts'
import { acceptJson } from './requests/bodies.ts'
import { answerBrokenRequests, takeOddRequests } from './requests/broken-requests.ts'
import { followRequests } from './requests/in-flight.ts'
import { queueLargeBodies } from './requests/large-bodies.ts'
import { limitRates } from './requests/rate-limit.ts'
import { refuseUnknown, refuseUnreadable } from './requests/unknown.ts'
import { sendTogether } from './send-together.ts'
import { routeUploads } from './uploads.ts'
import { routeWeb } from './web.ts'

/** Logging every request would cost more than validating it: slow and failed ones are, the others counted. */
const slow = 1000

/** Milliseconds a connection may be silent while an answer is made, once the request has arrived. */
const silence = 60_000

/** The HTTP door: REST, files, docs and metrics. Ready, but not listening yet. */
export async function createServer(app: App, config: Config): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: config.logLevel, stream: process.stderr },
    logController: new fastify.LogController({ disableRequestLogging: true }),
    genReqId: newId,
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    requestTimeout: config.requestTimeout,
    connectionTimeout: config.requestTimeout + silence,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerBrokenRequests,
    frameworkErrors: refuseUnreadable,
    return503OnClosing: false,
    http: {
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      // Node takes the smaller of the two for the headers: with its own 60 s a body could take that long.
      headersTimeout: config.requestTimeout,
    },
  })
  server.setErrorHandler(sendError)
  markAnswers(server, config.publicUrl)
  followRequests(server)
  takeOddRequests(server)
  const report = (error: unknown): void =>
    server.log.warn({ err: error }, 'use of a key or session not noted')
  await takeCookies(server)
  identifyCallers(server, {
    authenticate: createAuthenticator(app.store, report),
    readSession: createSessionReader(app.store, report),
    publicUrl: config.publicUrl,
  })
  await limitRates(server, config.rateLimit)
  refuseUnknown(server)
  refuseStrangers(server)
  acceptJson(server)
  queueLargeBodies(server, config.bodyLimit)
  measure(server, app.store, config)
  routeReadiness(server, createStoreProbe(app.store, app.files))
  routeOperations(server, app.contextFor, config)
  if (config.roles.has('api')) {
    routeFiles(server, app.contextFor)
    routeChanges(server, {
      feed: app.changes,
      contextFor: app.contextFor,
      commits: app.commits,
    })
    routeDownloads(server, app.contextFor)
  }
  routeUploads(server, app, config)
  if (config.roles.has('web')) {
    await routeDocs(server, app.contextFor)
    routeOidc(server, app.contextFor, config.publicUrl)
    await routeWeb(server)
  }
  return server
}

function markAnswers(server: FastifyInstance, publicUrl: string | undefined): void {
  sendTogether(server)
  server.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply)
    keepToTls(reply, publicUrl)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    done()
    if (reply.elapsedTime < slow || request.routeOptions.config.isStream === true) return
    const { url, method } = request.routeOptions
    request.log.warn({ method, url, ms: Math.round(reply.elapsedTime) }, 'slow request')
  })
}
