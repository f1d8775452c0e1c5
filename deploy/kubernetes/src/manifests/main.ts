import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { jsonParser } from '@mms/service-kit/config'
import { serviceListSchema } from '@mms/service-kit/service-list'
import { findDeployables, root } from '../deployables.ts'
import { firstVersions } from './overlays.ts'
import { writeManifests } from './write.ts'

/** `npm run manifests`: writes the base of all overlays again, and what a new deployable needs in each of them. */
const list = jsonParser(serviceListSchema)(readFileSync(join(root, 'deploy/services.json'), 'utf8'))
const deployables = findDeployables()
const missing = [...firstVersions(deployables)].filter(([file]) => !existsSync(file))
for (const [file, content] of [...writeManifests(list, deployables), ...missing]) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  console.log(relative(root, file))
}
