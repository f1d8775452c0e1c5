import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { findDeployables, root } from '../deployables.ts'
import { readServices } from '../services.ts'
import { firstVersions } from './overlays.ts'
import { writeManifests } from './write.ts'

/** `npm run manifests`: writes the base of all overlays again, and what a new deployable needs in each of them. */
const list = readServices()
const deployables = findDeployables()
const missing = [...firstVersions(deployables)].filter(([file]) => !existsSync(file))
for (const [file, content] of [...writeManifests(list, deployables), ...missing]) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  console.log(relative(root, file))
}
