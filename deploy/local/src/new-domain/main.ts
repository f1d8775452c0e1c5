import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { main, StartupError } from '@mms/service-kit'
import { root } from '../config.ts'
import { namesOf } from './names.ts'
import { writeDomain } from './write.ts'

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  throw new StartupError(`${command} ${args[0]} failed; git clean and git restore undo what was written.`)
}

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { follows: { type: 'string' }, 'no-install': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [plural, singular, more] = positionals
  if (!plural || more) throw new StartupError('Name the domain: npm run new-domain -- suppliers [supplier].')
  if (!['inventory', undefined].includes(values.follows))
    throw new StartupError('A new domain can follow inventory only: --follows inventory.')
  const names = namesOf(root, plural, singular)
  const paths = writeDomain(root, names, values.follows !== undefined)
  const code = paths.filter((file) => !/CODEOWNERS|\.(md|yaml)$/.test(file))
  run('npx', ['biome', 'check', '--write', ...code])
  if (!values['no-install']) run('npm', ['install'])
  run(process.execPath, ['deploy/kubernetes/src/manifests/main.ts'])
  run(process.execPath, ['packages/checks/src/settings/list.ts'])
  console.log(`${paths.join('\n')}\n`)
  console.log(`Created ${plural}. docs/add-a-domain.md lists the next steps.`)
})
