/** A browser's EventSource as far as streams of changes need it, driven by the test. */
export class Source extends EventTarget {
  static readonly CLOSED = 2
  static opened: Source[] = []
  readyState = 1
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    Source.opened.push(this)
  }

  close() {
    this.readyState = Source.CLOSED
  }

  emit(data: string) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  fail(isFinal: boolean) {
    this.readyState = isFinal ? Source.CLOSED : 0
    this.dispatchEvent(new Event('error'))
  }
}
