import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { main, StartupError } from '@mms/service-kit'
import { namesOf } from './names.ts'
import { enterDomain, writeDomain } from './write.ts'

const root = resolve(import.meta.dirname, '../../../..')

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new StartupError(`${command} ${args[0]} failed.`)
}

await main(async () => {
  const [plural, singular] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  if (!plural) throw new StartupError('Name the domain: npm run new-domain -- suppliers [supplier].')
  const names = namesOf(root, plural, singular)
  const files = [...writeDomain(root, names), ...enterDomain(root, names)]
  run('npx', ['biome', 'check', '--write', ...files.filter((file) => !/CODEOWNERS|\.md$/.test(file))])
  if (!process.argv.includes('--no-install')) run('npm', ['install'])
  console.log(`${files.sort().join('\n')}\n`)
  console.log(`docs/add-a-domain.md says what to decide next; npm start has ${plural}.`)
})
