import { inertText } from './inert-text.ts'

/** More lines than this would reach into the next label. */
const MOST_LINES = 3

function wrapped(name: string, width: number): string[] {
  const lines: string[] = []
  for (const word of name.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Its beginning and its end: names of a kind differ at the end. */
const shortened = (lines: string[]) =>
  lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `… ${lines.at(-1)}`]

/**
 * Labels of a chart as lines of about `width` characters, whole words each, or the name itself. One of more than three lines loses its middle,
 * unless two would then look the same. Strings are inert (`inertText`).
 *
 * @example labelLines(['Calcium Carbonate 1250 mg tablets'], 20) // [['Calcium Carbonate', '1250 mg tablets']]
 */
export function labelLines(names: readonly string[], width: number): (string | string[])[] {
  const whole = names.map((name) => wrapped(inertText(name), width))
  const short = whole.map(shortened)
  const differ = (labels: string[][]) => new Set(labels.map((lines) => lines.join(' '))).size
  // The library moves a list of lines up by half of them, one line as well.
  return (differ(short) < differ(whole) ? whole : short).map((lines) =>
    lines.length > 1 ? lines : (lines[0] ?? ''),
  )
}
