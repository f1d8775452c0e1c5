import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { StartupError } from '@mms/service-kit/config'

export type DomainNames = Readonly<Record<string, string>>

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `suppliers` becomes `supplier`, `companies` becomes `company`. Other singulars must be given. */
const singularOf = (plural: string) => plural.replace(/ies$/, 'y').replace(/s$/, '')

const readJson = (root: string, file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

const numbersIn = (root: string, pattern: string, number: RegExp): number[] =>
  globSync(pattern, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(number)].map(([, found]) => Number(found)),
  )

/** Reads current versions of `sdk` and `ui`, because the template uses what they export now. */
function placeholders(root: string): DomainNames {
  const minorOf = (name: string) =>
    /^\d+\.\d+/.exec(readJson(root, `packages/${name}/package.json`).version)?.[0] ?? '1'
  const orders = numbersIn(root, 'mf-*/src/area.ts', /\border: (\d+)/g).filter((order) => order < 900)
  const ports = numbersIn(root, 'mf-*/rspack.config.ts', /devPort: (\d+)/g)
  return {
    __VERSION__: readJson(root, 'package.json').version,
    __SDK__: minorOf('sdk'),
    __UI__: minorOf('ui'),
    __ORDER__: String(Math.max(...orders) + 10),
    __PORT__: String(Math.max(...ports) + 1),
    __TIME__: new Date().toISOString().replace(/\D/g, '').slice(0, 14),
  }
}

const isReserved = (word: string): boolean => {
  try {
    // This compiles the script but does not run it.
    return !new Script(`'use strict'; let ${word}`)
  } catch {
    return true
  }
}

function whyTaken(root: string, plural: string, singular: string): string | undefined {
  const folders = [`services/${plural}`, `mf-${plural}`, `packages/contracts/src/${plural}`, plural]
  const [taken] = globSync(folders, { cwd: root })
  if (taken) return `There is ${taken} already.`
  if (isReserved(plural) || isReserved(singular)) return `${singular} is a word of JavaScript: take another.`
  const routes = globSync(['deploy/services.json', 'mf-*/src/area.ts', 'shell/src/routes.tsx'], { cwd: root })
  const address = new RegExp(`'/${plural}['/]|"/api/${plural}["/]`)
  const file = routes.find((name) => address.test(readFileSync(join(root, name), 'utf8')))
  return file && `${plural} is an address already: see ${file}.`
}

export function namesOf(root: string, plural: string, singular = singularOf(plural)): DomainNames {
  for (const name of [plural, singular]) {
    if (!/^[a-z]{3,24}$/.test(name)) {
      throw new StartupError(`A domain is one English word in small letters, such as suppliers, not ${name}.`)
    }
  }
  const taken = whyTaken(root, plural, singular)
  if (taken) throw new StartupError(taken)
  if (plural === singular) {
    throw new StartupError(`Give the singular of ${plural}: npm run new-domain -- ${plural} WORD.`)
  }
  return {
    ...placeholders(root),
    Suppliers: capital(plural),
    suppliers: plural,
    Supplier: capital(singular),
    supplier: singular,
  }
}

/** Replaces plurals first, because they contain the singular. */
export const replaceNames = (text: string, names: DomainNames): string =>
  Object.entries(names).reduce((renamed, [from, to]) => renamed.replaceAll(from, to), text)
