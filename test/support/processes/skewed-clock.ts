/** Loaded before a server whose clock is wrong: shifts `Date` by the milliseconds of `QUIRE_TEST_CLOCK_MS`. */
const shiftMs = Number(process.env['QUIRE_TEST_CLOCK_MS'] ?? 0)
const rightNow = Date.now

if (shiftMs !== 0) {
  globalThis.Date = new Proxy(Date, {
    construct: (original, given, target) =>
      Reflect.construct(original, given.length === 0 ? [rightNow() + shiftMs] : given, target),
    apply: () => new Date().toString(),
  })
  Date.now = () => rightNow() + shiftMs
}
