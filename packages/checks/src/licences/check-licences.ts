import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedPackages, acceptedTexts } from './accepted.ts'

interface LockEntry {
  version?: string
  /** Licence named in package.json. It is not enough without a licence text. */
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
}

/** Headings that only name the licence. */
const heading =
  /^\W*(the )?(mit|isc|bsd|bsd[ -][23][ -]clause|new bsd|apache)( software)? licen[cs]e\W*(\(?(mit|isc|bsd)\)?)?\W*$/i

/** Lines with a copyright only. A line that also permits or forbids something is part of the licence. */
const copyrightLine = /^\W*(copyright\b(?! notice| owner| holder| and related)|\(c\)|©|all rights reserved)/i
const termsOfUse = /licen[cs]|permi|grant|must|shall|only|unless|revenue|commercial|provided|\bif\b/i

function saysWhoseWorkItIs(line: string): boolean {
  return copyrightLine.test(line) && !termsOfUse.test(line)
}

/** Removes what differs between packages: headings, copyright lines, case, punctuation and line breaks. */
function licenceWords(text: string): string {
  const lines = text.split('\n').filter((line) => !heading.test(line) && !saysWhoseWorkItIs(line))
  return lines
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

const licenceFile = /^(licen[cs]e|copying|unlicense|eula)/i

/** Checks run-time packages, indirect ones too. Skips packages for other platforms, which are not installed. */
export function checkLicences(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const folder = join(root, path)
    if (!path.includes('node_modules/') || entry.dev || entry.link) return []
    return entry.optional && !existsSync(folder) ? [] : refusals(folder, entry)
  })
}

function refusals(folder: string, { version, license: declared = '' }: LockEntry): string[] {
  const name = `${folder.replace(/^.*node_modules\//, '')}@${version}`
  if (name in acceptedPackages) return []
  const files = readdirSync(folder).filter((file) => licenceFile.test(file))
  if (files.length === 0) return [`${name} ships no licence text (package.json says "${declared}")`]
  return files.flatMap((file) => {
    const words = licenceWords(readFileSync(join(folder, file), 'utf8'))
    const fingerprint = createHash('sha256').update(words).digest('hex').slice(0, 16)
    if (fingerprint in acceptedTexts) return []
    return [
      `${name}: ${file} is not a licence text we know (fingerprint ${fingerprint}, ` +
        `package.json says "${declared}"): "${words.slice(0, 100)}…"`,
    ]
  })
}
