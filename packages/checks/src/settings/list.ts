import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readDeclared, type SettingsOf } from './declared.ts'

export const listFile = 'docs/settings.md'

const head = `# Settings

<!-- Made by \`npm run settings\` from the programs' config.ts; do not edit. -->

Every setting is an environment variable. \`<NAME>_FILE\` names a file that holds it instead, as secrets are mounted. A process
gets those that it declares and no others; a wrong one is a sentence and no start. \`npm start\` and the manifests of
Kubernetes give what is *required* here. How keys are exchanged: [keys](keys.md).
`

const common = {
  title: 'Every service',
  file: 'packages/service-kit/src/config.ts',
  exported: 'serviceSettings',
}
const outbound = {
  title: 'Services that call what is no part of the suite',
  file: 'packages/service-kit/src/outbound/settings.ts',
  exported: 'outboundSettings',
}
const bucket = {
  title: 'Commands that write to a bucket',
  file: 'packages/service-kit/src/bucket.ts',
  exported: 'bucketSettings',
}
const groups = [common, outbound, bucket]
const others = [
  { title: 'The gateway', file: 'gateway/src/config.ts', exported: 'settings' },
  { title: 'The server of an area’s files', file: 'gateway/src/config.ts', exported: 'filesSettings' },
  { title: '`npm run area`', file: 'gateway/src/area-command/config.ts', exported: 'settings' },
  { title: 'The suite on one machine', file: 'deploy/local/src/config.ts', exported: 'settings' },
]

async function readAll(root: string): Promise<SettingsOf[]> {
  const shapes = await Promise.all(
    groups.map(async ({ file, exported }) => (await import(join(root, file)))[exported]),
  )
  const shared = Object.assign({}, ...shapes)
  const services = globSync('services/*/src/config.ts', { cwd: root })
    .sort()
    .map((file) => ({ title: basename(dirname(dirname(file))), file, exported: 'settings' }))
  const own = [...services, ...others].map((source) => readDeclared(root, source, shared))
  return Promise.all([...groups.map((group) => readDeclared(root, group)), ...own])
}

const codes = (names: string[]) => names.map((name) => `\`${name}\``).join(', ')

function section({ title, file, settings, shared }: SettingsOf): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = settings.map(
    ({ name, standard, meaning }) => `| \`${name}\` | ${cell(standard)} | ${cell(meaning)} |`,
  )
  const isService = file.startsWith('services/')
  const also = isService || shared.length === 0 ? '' : ` Of those above it has ${codes(shared)}.`
  const head = [`## ${title}`, '', `Declared in \`${file}\`.${also}`, '']
  return [...head, '| Setting | Default | |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

export async function writeSettings(root: string): Promise<string> {
  const all = (await readAll(root)).filter(({ settings }) => settings.length > 0)
  return [head, ...all.map(section)].join('\n')
}

export async function checkSettings(root: string): Promise<string[]> {
  const problems = (await readAll(root)).flatMap((each) => each.problems)
  const isSame = readFileSync(join(root, listFile), 'utf8') === (await writeSettings(root))
  return isSame ? problems : [...problems, `${listFile} is not that of the code: npm run settings`]
}
