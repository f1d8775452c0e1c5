import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { type ServiceList, serviceListSchema } from '@mms/service-kit/service-list'
import { z } from 'zod'

export const root = resolve(import.meta.dirname, '../../..')

/** What is built, rolled out and rolled back together: one image and one folder of `base`. */
export interface Deployable {
  name: string
  version: string
  folder: string
  kind: 'service' | 'gateway' | 'shell' | 'area'
  dependencies: string[]
}

const packageSchema = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) })

const kindOf = (folder: string): Deployable['kind'] => {
  if (folder.startsWith('services/')) return 'service'
  return folder.startsWith('mf-') ? 'area' : (folder as 'gateway' | 'shell')
}

export function findDeployables(): Deployable[] {
  return globSync(
    ['services/*/package.json', 'gateway/package.json', 'shell/package.json', 'mf-*/package.json'],
    {
      cwd: root,
    },
  )
    .sort()
    .map((file) => {
      const folder = dirname(file)
      const { version, dependencies } = packageSchema.parse(
        JSON.parse(readFileSync(join(root, file), 'utf8')),
      )
      return {
        name: basename(folder),
        version,
        folder,
        kind: kindOf(folder),
        dependencies: Object.keys(dependencies),
      }
    })
}

/** Folder with the contents of images: `<name>/app`, `<name>/srv`, `<name>/sbom.cdx.json`, `<name>/licences.txt`. */
export const bundlesFolder: string = join(root, '.cache/images/bundles')

export const readServices = (): ServiceList =>
  jsonParser(serviceListSchema)(readFileSync(join(root, 'deploy/services.json'), 'utf8'))
