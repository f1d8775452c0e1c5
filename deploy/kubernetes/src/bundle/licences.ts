import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../deployables.ts'

const licenceSchema = z.union([
  z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
  z.object({ expression: z.string() }),
])
const billSchema = z.object({
  components: z.array(
    z.object({ name: z.string(), version: z.string(), licenses: z.array(licenceSchema).default([]) }),
  ),
})
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })

const idOf = (licence: z.output<typeof licenceSchema>) =>
  'expression' in licence ? licence.expression : (licence.license.id ?? licence.license.name)

const readTexts = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())

export function licencesOf(bill: string): string {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const installed = Object.entries(packages)
  return billSchema
    .parse(JSON.parse(bill))
    .components.flatMap(({ name, version, licenses }) => {
      const [path] =
        installed.find(([at, entry]) => at.endsWith(`node_modules/${name}`) && entry.version === version) ??
        []
      if (path === undefined || !existsSync(join(root, path))) return []
      return [
        [`${name} ${version} (${licenses.map(idOf).join(', ')})`, ...readTexts(join(root, path))].join(
          '\n\n',
        ),
      ]
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}
