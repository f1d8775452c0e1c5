import { createHash } from 'node:crypto'

/** Headings that only name the licence below. */
const heading =
  /^\W*(the )?(mit|isc|bsd|bsd[ -][23][ -]clause|new bsd|apache)( software)? licen[cs]e\W*(\(?(mit|isc|bsd)\)?)?\W*$/i

/** Pure copyright lines. A line that also grants or forbids something is licence text. */
const copyrightLine = /^\W*(copyright\b(?! notice| owner| holder| and related)|\(c\)|©|all rights reserved)/i
const termsOfUse = /licen[cs]|permi|grant|must|shall|only|unless|revenue|commercial|provided|\bif\b/i

function saysWhoseWorkItIs(line: string): boolean {
  return copyrightLine.test(line) && !termsOfUse.test(line)
}

/** Drops text that differs between packages: headings, copyright lines, case, punctuation and line breaks. */
export function licenceWords(text: string): string {
  const lines = text.split('\n').filter((line) => !heading.test(line) && !saysWhoseWorkItIs(line))
  return lines
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

export function fingerprint(text: string): string {
  return createHash('sha256').update(licenceWords(text)).digest('hex').slice(0, 16)
}
