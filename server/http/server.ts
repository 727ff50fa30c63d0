import { fastify, type FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { createAuthenticator, createPrefetch } from '../domain/people/api-keys.ts'
import { createSessionReader } from '../domain/people/sign-in/sessions.ts'
import { createStoreProbe } from '../domain/readiness.ts'
import { readVisitor } from '../domain/sharing/active-links.ts'
import { newRequestId } from '../lib/ids.ts'
import { setTransportSecurity, setBaseHeaders } from './answers.ts'
import { batchRequests, type StartInBatch } from './batches.ts'
import { routeChanges } from './changes.ts'
import { routeCrawlers } from './crawlers.ts'
import { routeDownloads } from './downloads.ts'
import { sendError } from './errors.ts'
import { routeActivityExport } from './exports/activity-export.ts'
import { countExports } from './exports/export-metric.ts'
import { routePersonExport } from './exports/person-export.ts'
import { routeWorkspaceExport } from './exports/workspace-export.ts'
import { countDamage, routeFiles } from './files.ts'
import { identifyCallers, requireAuthentication } from './identity/authentication.ts'
import { routeOidc } from './identity/oidc.ts'
import { registerCookies } from './identity/session-cookie.ts'
import { rewriteVisitorUrl } from './identity/visitors.ts'
import { registerMetrics } from './metrics/metrics.ts'
import { watchOperation } from './metrics/operator-metrics.ts'
import { routeDocs } from './openapi/docs.ts'
import { routeOperations } from './operations.ts'
import { routePublicSkills } from './public-skills.ts'
import { routeReadiness } from './readiness.ts'
import { acceptJson } from './requests/bodies.ts'
import { answerClientErrors, rejectMalformedRequests } from './requests/broken-requests.ts'
import { trackRequests } from './requests/in-flight.ts'
import { queueLargeBodies } from './requests/large-bodies.ts'
import { registerRateLimit } from './requests/rate-limit.ts'
import { requestLog } from './requests/request-log.ts'
import { registerRoutes, routeOf } from './requests/route.ts'
import { rejectUnknownRoutes, rejectUnreadableUrls } from './requests/unknown.ts'
import { schemaCompilers } from './response-schemas.ts'
import { routeSecurityContact } from './security-contact.ts'
import { routeSites } from './sites/routes.ts'
import { routeSkills } from './skills.ts'
import { routeUnsubscribe } from './unsubscribe.ts'
import { isUpgrade, routeUpgrades } from './upgrades.ts'
import { routeUploads } from './uploads.ts'
import { routeWeb } from './web.ts'

/** Only slow and failed requests are logged: logging each one costs more than validating it. */
const slowRequestMs = 1000

/** How long a connection may be idle while the server works on its request. */
const maxProcessingMs = 60_000

/** The HTTP server: REST, files, docs and metrics. It does not listen yet. */
export async function createServer(app: App, config: Config): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: config.logLevel, stream: process.stderr },
    logController: new fastify.LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    childLoggerFactory: (log, bindings, options) => requestLog(log, bindings, options),
    bodyLimit: config.bodyLimit,
    trustProxy: config.trustProxy,
    requestTimeout: config.requestTimeout,
    connectionTimeout: config.requestTimeout + maxProcessingMs,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    rewriteUrl: rewriteVisitorUrl,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: schemaCompilers },
    clientErrorHandler: answerClientErrors,
    frameworkErrors: rejectUnreadableUrls,
    return503OnClosing: false,
    http: {
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
      // Node takes the smaller of the two for the headers: with its own 60 s a body could take that long.
      headersTimeout: config.requestTimeout,
      shouldUpgradeCallback: (request) => config.roles.has('web') && isUpgrade(request),
    },
  })
  server.setErrorHandler(sendError)
  registerRoutes(server)
  routeUpgrades(server)
  const startInBatch = batchRequests(server, app.store.checkOnce)
  setResponseHooks(server, config.publicUrl)
  trackRequests(server)
  rejectMalformedRequests(server)
  await registerCookies(server)
  registerAuthentication(server, { app, config, startInBatch })
  await registerRateLimit(server, config.rateLimit)
  rejectUnknownRoutes(server)
  requireAuthentication(server)
  acceptJson(server)
  queueLargeBodies(server, config.bodyLimit)
  registerMetrics(server, app.store, config)
  countDamage(server, app.store)
  watchOperation(server, app.store, config.dataFolder)
  if (app.exportSchedule !== undefined) countExports(server, app.store, app.exportSchedule)
  routeReadiness(server, createStoreProbe(app))
  routeSecurityContact(server, config)
  routeCrawlers(server, config)
  routeOperations(server, app.contextFor, config)
  if (config.roles.has('api')) routeData(server, app)
  routeUploads(server, app, config)
  if (config.roles.has('web')) await routeBrowsers(server, app, config)
  return server
}

function routeData(server: FastifyInstance, { contextFor, changes, commits }: App): void {
  routeFiles(server, contextFor)
  routeChanges(server, { feed: changes, contextFor, commits })
  routeActivityExport(server, contextFor)
  routeWorkspaceExport(server, contextFor)
  routeDownloads(server, contextFor)
  routeSkills(server, contextFor)
  routePublicSkills(server, contextFor)
}

async function routeBrowsers(
  server: FastifyInstance,
  app: App,
  { publicUrl, offlinePages }: Config,
): Promise<void> {
  const { contextFor } = app
  await routeDocs(server, contextFor)
  routePersonExport(server, contextFor)
  routeOidc(server, contextFor, publicUrl)
  routeUnsubscribe(server, app)
  await routeSites(server, contextFor)
  await routeWeb(server, { hasOfflinePages: offlinePages === 'on' })
}

function registerAuthentication(
  server: FastifyInstance,
  { app, config, startInBatch }: { app: App; config: Config; startInBatch: StartInBatch },
): void {
  const { store } = app
  const report = (error: unknown): void =>
    server.log.warn({ err: error }, 'use of a key or session not noted')
  identifyCallers(server, {
    authenticate: createAuthenticator(store, report),
    readSession: createSessionReader(store, report, config.oidc !== undefined),
    prefetch: createPrefetch(store),
    readVisitor: (linkId, token) => readVisitor(store, linkId, token),
    startInBatch,
    publicUrl: config.publicUrl,
  })
}

function setResponseHooks(server: FastifyInstance, publicUrl: string | undefined): void {
  server.addHook('onRequest', (request, reply, done) => {
    setBaseHeaders(request, reply)
    setTransportSecurity(reply, publicUrl)
    done()
  })
  server.addHook('onResponse', (request, reply, done) => {
    done()
    if (reply.elapsedTime < slowRequestMs || routeOf(request).config.isStream === true) return
    const { url, method } = request.routeOptions
    request.log.warn({ method, url, ms: Math.round(reply.elapsedTime) }, 'slow request')
  })
}
