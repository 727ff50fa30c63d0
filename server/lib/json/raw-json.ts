/** A large value that stays JSON text until it has come to a worker: parsing it would hold the others up. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
