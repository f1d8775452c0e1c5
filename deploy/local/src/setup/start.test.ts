import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { chooseRelease, startScriptPath } from './release.ts'

const local = resolve(import.meta.dirname, '../..')

afterEach(cleanUp)

/** Installs with this version of Node. Returns true if npm scripts then run on the pinned one. */
function usesPinned(version: string): boolean {
  const folder = temporaryFolder()
  const link = join(folder, 'node_modules/.bin/node')
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, link)
  const env = { npm_config_user_agent: `npm/11.19.1 node/v${version} linux x64 workspaces/false` }
  execFileSync(process.execPath, [join(local, 'choose-node.js')], { cwd: folder, env })
  return existsSync(link)
}

test('a machine with an older Node runs the suite on the pinned one, another one on its own', () => {
  expect(['20.20.2', '24.0.0'].map(usesPinned)).toEqual([true, false])
})

/** Makes a release that prints its name. URLs encode its folder. */
function makeRelease(name: string): string {
  const folder = join(temporaryFolder(), `pharmacie é 100 % #${name}`)
  for (const file of ['start.js', 'src/setup/release.ts'])
    cpSync(join(local, file), join(folder, 'deploy/local', file))
  writeFileSync(join(folder, 'deploy/local/src/main.ts'), `console.log('${name}')`)
  return folder
}

test('a machine starts the release that it was updated to, in a folder of any name', () => {
  const [old, next, data] = [makeRelease('old'), makeRelease('next'), temporaryFolder()]
  const env = { DATA_DIR: data, NODE_NO_WARNINGS: '1' }
  const start = () => execFileSync(process.execPath, [startScriptPath(old)], { env, encoding: 'utf8' })
  expect(start()).toBe('old\n')
  chooseRelease(data, old, next)
  expect(start()).toBe('next\n')
})
