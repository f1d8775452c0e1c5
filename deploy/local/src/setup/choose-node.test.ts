import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../../test/support.ts'

const script = resolve(import.meta.dirname, '../../choose-node.js')

afterEach(cleanUp)

/** Installs with this version of Node. Returns true if npm scripts then run on the pinned one. */
function usesPinned(version: string): boolean {
  const folder = temporaryFolder()
  const link = join(folder, 'node_modules/.bin/node')
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync(process.execPath, link)
  const env = { npm_config_user_agent: `npm/11.19.1 node/v${version} linux x64 workspaces/false` }
  execFileSync(process.execPath, [script], { cwd: folder, env })
  return existsSync(link)
}

test.each([
  ['20.20.2', true],
  ['24.0.0', false],
])('a machine with Node %s runs the suite on the pinned one: %s', (version, pinned) => {
  expect(usesPinned(version)).toBe(pinned)
})
