import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundlesFolder, type Deployable, findDeployables, root } from '../deployables.ts'
import { copyFrontEnd, missingBuilds } from './front-end.ts'
import { licencesOf } from './licences.ts'
import { bundleServer } from './server.ts'

const run = promisify(execFile)

/** Names the component in the bill of materials. npm would name it after the folder of the repository. */
const named = (bill: string, { name, version }: Pick<Deployable, 'name' | 'version'>) => {
  const { metadata, ...rest } = JSON.parse(bill)
  const component = { ...metadata.component, type: 'application', name, version, purl: undefined }
  return JSON.stringify({ ...rest, metadata: { ...metadata, component } })
}

async function writeBillOfMaterials({ name, version, folder }: Deployable): Promise<void> {
  const { stdout } = await run(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', '--workspace', folder],
    { cwd: root, maxBuffer: 2 ** 26 },
  )
  writeFileSync(join(bundlesFolder, name, 'sbom.cdx.json'), named(stdout, { name, version }))
  writeFileSync(join(bundlesFolder, name, 'licences.txt'), licencesOf(stdout))
}

async function bundle(deployable: Deployable, gateway: Deployable): Promise<void> {
  const folder = join(bundlesFolder, deployable.name)
  rmSync(folder, { recursive: true, force: true })
  const app = join(folder, 'app')
  if (deployable.kind === 'shell' || deployable.kind === 'area') {
    await bundleServer({ ...gateway, dependencies: [] }, app, 'files-main.ts')
    copyFrontEnd(deployable, join(folder, 'srv'))
  } else {
    await bundleServer(deployable, app, deployable.kind === 'gateway' ? 'main.ts' : '*main.ts')
  }
}

const deployables = findDeployables()
const gateway = deployables.find(({ name }) => name === 'gateway') as Deployable
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !deployables.some((each) => each.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}. There are: ${deployables.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}
const chosen = deployables.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const missing = missingBuilds(chosen)
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
for (const each of chosen) await bundle(each, gateway)
await Promise.all(chosen.map(writeBillOfMaterials))
