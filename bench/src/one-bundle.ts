import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineShellBuild } from '@mms/build'
import { rspack } from '@rspack/core'
import { root } from './processes.ts'

/** A shell that imports every area, with pages and widgets as chunks of one build. */
function entryOf(areas: string[]): string {
  const shell = (file: string) => JSON.stringify(join(root, 'shell/src', file))
  const imports = areas.map((name, at) => {
    const folder = join(root, `mf-${name}`)
    return `import { area as area${at} } from ${JSON.stringify(join(folder, 'src/area.ts'))}
import manifest${at} from ${JSON.stringify(join(folder, 'dist/area.json'))}
const { files: files${at}, ...known${at} } = manifest${at}`
  })
  const known = areas.map(
    (name, at) => `{ name: '${name}', baseUrl: '/', manifest: known${at}, mismatch: null }`,
  )
  return `import { provideArea } from ${shell('areas/load-area.ts')}
import { running, useRegistry } from ${shell('areas/registry.ts')}
import { start } from ${shell('start.tsx')}
${imports.join('\n')}
for (const area of [${areas.map((_, at) => `area${at}`)}]) {
  provideArea(area)
  running.add(area.name)
}
useRegistry.setState({ status: 'ready', areas: [${known}] })
start()
`
}

export async function buildOneBundle(areas: string[]): Promise<string> {
  const work = join(root, 'bench/.cache/one-bundle')
  const folder = join(work, 'dist')
  await mkdir(work, { recursive: true })
  await writeFile(join(work, 'main.ts'), entryOf(areas))
  const noRemotes = join(work, 'no-remotes.ts')
  await writeFile(noRemotes, 'export const loadRemoteArea = async () => null\n')
  const shell = defineShellBuild()({})
  const plugins = shell.plugins?.filter(
    (plugin) => plugin && plugin.constructor.name !== 'ModuleFederationPlugin',
  )
  const compiler = rspack({
    ...shell,
    entry: { main: join(work, 'main.ts') },
    output: { ...shell.output, path: folder },
    plugins: [...(plugins ?? []), new rspack.NormalModuleReplacementPlugin(/\/federation\.ts$/, noRemotes)],
    cache: false,
  })
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, made) => {
      if (error || made?.hasErrors()) reject(error ?? new Error(made?.toString('errors-only')))
      else compiler.close(() => resolve())
    })
  })
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8')
  await writeFile(page, html.replace(/<link rel="preload" as="fetch"[^>]*>/, ''))
  return folder
}
