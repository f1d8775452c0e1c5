import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exceptions, type Licence, readTexts } from './accepted.ts'
import { fingerprint, licenceWords } from './fingerprint.ts'
import { findProductionPackages, type InstalledPackage } from './production-packages.ts'

const licenceFile = /^(licen[cs]e|copying|unlicense|eula)/i

/** Reads the licence files of every production package. */
export function checkLicences(root: string): string[] {
  return findProductionPackages(root).flatMap(refusals)
}

export function refusals(found: InstalledPackage): string[] {
  const name = `${found.name}@${found.version}`
  const excepted = exceptions.some((each) => each.package === found.name && each.version === found.version)
  if (excepted) return []
  const files = readdirSync(found.folder).filter((file) => licenceFile.test(file))
  if (files.length === 0) return [`${name} ships no licence text (package.json says "${found.declared}")`]
  return files.flatMap((file) => {
    const text = readFileSync(join(found.folder, file), 'utf8')
    const licence: Licence | undefined = readTexts[fingerprint(text)]
    if (licence !== undefined) return []
    const start = licenceWords(text).slice(0, 100)
    return [
      `${name}: ${file} is not a licence text we know (fingerprint ${fingerprint(text)}, ` +
        `package.json says "${found.declared}"): "${start}…"`,
    ]
  })
}
