import type { FastifyBaseLogger } from 'fastify'

type Child = Parameters<FastifyBaseLogger['child']>
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

/** The log of one request, created when something is logged: of most requests nothing is. */
class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #child: Child
  #created: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, child: Child) {
    this.#parent = parent
    this.#child = child
  }

  get level(): string {
    return this.#log.level
  }

  fatal(...values: unknown[]): void {
    this.#write('fatal', values)
  }

  error(...values: unknown[]): void {
    this.#write('error', values)
  }

  warn(...values: unknown[]): void {
    this.#write('warn', values)
  }

  info(...values: unknown[]): void {
    this.#write('info', values)
  }

  debug(...values: unknown[]): void {
    this.#write('debug', values)
  }

  trace(...values: unknown[]): void {
    this.#write('trace', values)
  }

  silent(): void {}

  child(...child: Child): FastifyBaseLogger {
    return this.#log.child(...child)
  }

  get #log(): FastifyBaseLogger {
    return (this.#created ??= this.#parent.child(...this.#child))
  }

  #write(level: Level, values: unknown[]): void {
    Reflect.apply(this.#log[level], this.#log, values)
  }
}

export function requestLog(parent: FastifyBaseLogger, ...child: Child): FastifyBaseLogger {
  return new RequestLog(parent, child)
}
