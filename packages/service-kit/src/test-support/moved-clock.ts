/** A module for `--import` that shifts a program's clock by the seconds in a file. Durations are unaffected. */
export function movedClock(file: string): string {
  const program = `
    import { readFileSync } from 'node:fs'
    const Real = Date
    let offset = 0
    const read = () => { offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) * 1000 || 0 }
    read()
    setInterval(read, 20).unref()
    globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + offset) }
      static now() { return Real.now() + offset }
    }`
  return `data:text/javascript,${encodeURIComponent(program)}`
}
