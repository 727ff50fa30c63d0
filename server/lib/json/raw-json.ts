/** A large value that stays JSON text until it has come to a worker: parsing it would hold the others up. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Shorter JSON is parsed in less than a millisecond. */
const minRawLength = 16_000

/** The object of stored JSON as the input of a write: `parse` reads a small one here, a worker a large one. */
export function parseSmall(json: string, parse: (json: string) => object = JSON.parse): object {
  return json.length > minRawLength ? new RawJson(json) : parse(json)
}
