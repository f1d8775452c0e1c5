import { cpSync, globSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildServer } from '@mms/build/server'
import { type Deployable, root } from '../deployables.ts'

/** Packages that cannot be bundled (native binaries, served files), with the files that they need at run time. */
const BESIDE: Record<string, string[]> = {
  '@node-rs/argon2': [
    '@node-rs/argon2/*.{js,json}',
    `@node-rs/argon2-linux-${process.arch}-gnu/*.{node,json}`,
  ],
  'swagger-ui-dist': ['swagger-ui-dist/{package.json,LICENSE,swagger-ui.css,swagger-ui-bundle.js}'],
}

function copyBeside({ dependencies }: Deployable, app: string): void {
  const patterns = dependencies.flatMap((name) => BESIDE[name] ?? [])
  for (const path of globSync(patterns, { cwd: join(root, 'node_modules') }))
    cpSync(join(root, 'node_modules', path), join(app, 'node_modules', path))
}

/** `main.ts` becomes `main.js`, `reconcile-main.ts` becomes `reconcile.js`. */
function entriesOf(folder: string, files: string): Record<string, string> {
  const found = globSync(files, { cwd: join(root, folder, 'src') })
  return Object.fromEntries(
    found.map((file) => [basename(file, '.ts').replace(/-main$/, ''), join(root, folder, 'src', file)]),
  )
}

export async function bundleServer(
  server: Deployable,
  app: string,
  files: string,
  replaced: Record<string, string> = {},
): Promise<void> {
  const external = Object.keys(BESIDE)
  await buildServer({ entries: entriesOf(server.folder, files), outputFolder: app, external, replaced })
  copyBeside(server, app)
  writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module', version: server.version }))
}
