/** Nanoseconds of the clock that disk.c uses, too. */
export function instant(): number {
  return Number(process.hrtime.bigint())
}

type Call = { value: number; begun: number; answered: number }

/**
 * A value with one writer, who counts it up, and any readers: what was answered is there, and no reader goes back
 * behind another.
 */
export class Register {
  readonly name: string
  readonly #writes: Call[] = []
  readonly #reads: Call[] = []

  constructor(name: string) {
    this.name = name
  }

  /** The value that was answered as written last. */
  get value(): number {
    return this.#writes.findLast(({ answered }) => answered < Infinity)?.value ?? 0
  }

  /** Writes a value; one that is not answered may be there or not. */
  async write<Result>(value: number, work: () => Promise<Result>): Promise<Result> {
    const call = { value, begun: instant(), answered: Infinity }
    this.#writes.push(call)
    const result = await work()
    call.answered = instant()
    return result
  }

  async read(work: () => Promise<number>): Promise<number> {
    const begun = instant()
    const value = await work()
    this.#reads.push({ value, begun, answered: instant() })
    return value
  }

  /** What may be found by someone who looked at that time: from the last answered to the last begun. */
  rangeAt({ begun, answered }: { begun: number; answered: number }): [number, number] {
    const newest = (calls: readonly Call[]) => Math.max(0, ...calls.map(({ value }) => value))
    return [
      newest(this.#writes.filter((write) => write.answered <= begun)),
      newest(this.#writes.filter((write) => write.begun <= answered)),
    ]
  }

  isAnsweredBy(at: number): boolean {
    return this.#writes.some(({ answered }) => answered <= at)
  }

  /** What no order of the calls explains. */
  faults(): string[] {
    const faults: string[] = []
    for (const read of this.#reads) {
      const [min, max] = this.rangeAt(read)
      if (read.value < min || read.value > max)
        faults.push(`${this.name} was read as ${read.value}, not ${min} to ${max}`)
      const earlier = this.#reads.filter(({ answered }) => answered < read.begun)
      const before = Math.max(0, ...earlier.map(({ value }) => value))
      if (read.value < before) faults.push(`${this.name} went back from ${before} to ${read.value}`)
    }
    return faults
  }
}

/** A thing that is made once, such as a file or a comment. */
export type Created = { name: string; id: string; pageId?: string; sha256?: string; at: number }

/** Everything that was answered, and what was read meanwhile. */
export class History {
  readonly pages = new Map<string, Register>()
  readonly files: Created[] = []
  readonly comments: Created[] = []
  /** Letters that were confirmed to those who typed them. */
  readonly letters = new Map<string, number>()

  faults(): string[] {
    return [...this.pages.values()].flatMap((register) => register.faults())
  }
}

/** The text of a page that is a register; the filler has many sizes, so that pages have one block or many. */
export function textOf(name: string, value: number): string {
  return `${name} v${value} ${'lorem ipsum dolor '.repeat((value * 37) % 200)}`
}

/** The value in the text of a page; NaN if it has none. */
export function valueIn(markdown: string): number {
  return Number(/ v(\d+) /.exec(markdown)?.[1] ?? NaN)
}
