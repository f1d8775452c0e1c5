import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedTexts, type Licence, licenceExceptions } from './accepted.ts'

interface InstalledPackage {
  name: string
  version: string
  /** Licence named in package.json. It is not enough without a licence text. */
  declared: string
  folder: string
}

interface LockEntry {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
}

/** Includes indirect dependencies. Skips packages for other platforms, which are not installed. */
function findProductionPackages(root: string): InstalledPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const folder = join(root, path)
    if (!path.includes('node_modules/') || entry.dev || entry.link) return []
    if (entry.optional && !existsSync(folder)) return []
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [{ name, version: entry.version ?? '', declared: entry.license ?? '', folder }]
  })
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

function fingerprint(text: string): string {
  return createHash('sha256').update(licenceWords(text)).digest('hex').slice(0, 16)
}

const licenceFile = /^(licen[cs]e|copying|unlicense|eula)/i

export function checkLicences(root: string): string[] {
  return findProductionPackages(root).flatMap(refusals)
}

function refusals(found: InstalledPackage): string[] {
  const name = `${found.name}@${found.version}`
  const excepted = licenceExceptions.some(
    (each) => each.package === found.name && each.version === found.version,
  )
  if (excepted) return []
  const files = readdirSync(found.folder).filter((file) => licenceFile.test(file))
  if (files.length === 0) return [`${name} ships no licence text (package.json says "${found.declared}")`]
  return files.flatMap((file) => {
    const text = readFileSync(join(found.folder, file), 'utf8')
    const licence: Licence | undefined = acceptedTexts[fingerprint(text)]
    if (licence !== undefined) return []
    const start = licenceWords(text).slice(0, 100)
    return [
      `${name}: ${file} is not a licence text we know (fingerprint ${fingerprint(text)}, ` +
        `package.json says "${found.declared}"): "${start}…"`,
    ]
  })
}
